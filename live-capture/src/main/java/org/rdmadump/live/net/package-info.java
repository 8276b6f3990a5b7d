/**
 * Net devices and capture filters through libpcap, by pcap4j. libpcap is loaded at its first use.
 */
@NullMarked
package org.rdmadump.live.net;

import org.jspecify.annotations.NullMarked;
