/**
 * What happened in which order: things that were last used, by which decoders with limits choose
 * what goes, and what was sent since an answer. And what no order may show in: places in tables.
 */
@NullMarked
package org.rdmadump.order;

import org.jspecify.annotations.NullMarked;
