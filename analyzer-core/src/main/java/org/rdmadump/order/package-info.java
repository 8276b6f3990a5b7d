/** The order in which things were last used, by which decoders with limits choose what goes. */
@NullMarked
package org.rdmadump.order;

import org.jspecify.annotations.NullMarked;
