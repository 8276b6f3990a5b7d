package org.rdmadump.nvme;

/**
 * A part of command dwords 10 to 15, as the specification of the command names it.
 *
 * @param name such as {@code SLBA}; of a dword without parts {@code CDW10}
 * @param value as the field has it, up to 64 bits without a sign
 */
public record Parameter(String name, long value) {}
