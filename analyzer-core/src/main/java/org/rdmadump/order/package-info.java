/**
 * What happened in which order: things that were last used, by which decoders with limits choose
 * what goes, and what was sent since an answer.
 */
@NullMarked
package org.rdmadump.order;

import org.jspecify.annotations.NullMarked;
