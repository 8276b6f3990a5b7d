package org.rdmadump.nvme;

/**
 * Logical blocks that a command is about; NVM command set specification 3.2.
 *
 * @param start address of the first block (SLBA), 64 bits without a sign
 * @param count 1 to 65536; on the wire it is one less (NLB)
 */
public record BlockRange(long start, int count) {}
