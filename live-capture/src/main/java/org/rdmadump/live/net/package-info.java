/** Net devices and capture filters, by libpcap through pcap4j; loaded only for those. */
@NullMarked
package org.rdmadump.live.net;

import org.jspecify.annotations.NullMarked;
