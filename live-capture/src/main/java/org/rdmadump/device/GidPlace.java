package org.rdmadump.device;

/**
 * Where a GID is: the port of a device, and its index there.
 *
 * @param port the end port that has it
 * @param index its place in the port's table
 */
public record GidPlace(EndPort port, int index) {}
