package org.rdmadump.iwarp.stream;

import org.rdmadump.tcp.DoubtfulSyn;

/**
 * A connection that a SYN may have begun in place of one that is open; it is in no table until that
 * is proven.
 *
 * @param connection what it began, if it did
 * @param syn tells whether it did
 */
record Successor(IwarpConnection connection, DoubtfulSyn syn) {}
