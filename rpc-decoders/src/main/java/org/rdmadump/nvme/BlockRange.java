package org.rdmadump.nvme;

/**
 * Logical blocks that a command is about; NVM command set specification 3.2.
 *
 * @param start address of the first block (SLBA), 64 bits without a sign
 * @param count 1 to 65536; on the wire it is one less (NLB)
 */
public record BlockRange(long start, int count) {
  private static final int SECTOR = 512;
  private static final int LARGE_SECTOR = 4096;

  /**
   * {@return whether so many bytes are those of so many blocks, of a size that blocks usually have}
   */
  public static boolean isOf(long blocks, long length) {
    return length == blocks * SECTOR || length == blocks * LARGE_SECTOR;
  }
}
