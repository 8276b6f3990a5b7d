package org.rdmadump.device;

/**
 * The place of a GID: a port, and an index in its GID table.
 *
 * @param port the port with the GID
 * @param index index in the port's table
 */
public record GidPlace(EndPort port, int index) {}
