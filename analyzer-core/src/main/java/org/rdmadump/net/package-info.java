/** IPv4, IPv6 and UDP headers, and the decoder that walks a frame down to its datagram. */
@NullMarked
package org.rdmadump.net;

import org.jspecify.annotations.NullMarked;
