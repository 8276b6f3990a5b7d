/** Packets as they happen: devices that are captured, and what becomes of their packets. */
@NullMarked
package org.rdmadump.live;

import org.jspecify.annotations.NullMarked;
