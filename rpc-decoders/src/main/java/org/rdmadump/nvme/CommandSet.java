package org.rdmadump.nvme;

/** To which set an opcode belongs, which decides what it means. */
public enum CommandSet {
  /** Commands of the admin queue. */
  ADMIN("admin"),
  /** Commands of I/O queues: the NVM command set. */
  IO("io"),
  /** Commands of NVMe over Fabrics, which all queues have. */
  FABRICS("fabrics"),
  /** A queue whose Connect command was not captured, and no command of which tells. */
  UNKNOWN("unknown");

  private final String label;

  CommandSet(String label) {
    this.label = label;
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }
}
