/** Live capture: takes packets from devices, writes them and queues them for decoding. */
@NullMarked
package org.rdmadump.live;

import org.jspecify.annotations.NullMarked;
