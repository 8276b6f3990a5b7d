package org.rdmadump.analysis.against;

/**
 * A field of a message as tshark sees it.
 *
 * @param name abbreviation, such as {@code nfs.offset4}
 * @param offset of its first byte in the RPC message
 * @param size bytes
 * @param show its value, as a filter would have it
 * @param label its line in the tree
 */
record TsharkField(String name, long offset, int size, String show, String label) {}
