package org.rdmadump.nvme;

import java.util.Optional;
import org.rdmadump.bytes.LittleEndian;

/**
 * A submission queue entry: what a host asks for.
 *
 * <pre>
 *  0  opcode; 0x7f is a command of NVMe over Fabrics
 *  1  flags: fused operation (bits 0 and 1), PRP or SGL (bits 6 and 7)
 *  2  command identifier, 2 bytes
 *  4  namespace identifier, 4 bytes; of a Fabrics command its type, 1 byte
 * 16  metadata pointer, 8 bytes
 * 24  SGL descriptor, 16 bytes
 * 40  command dwords 10 to 15
 * </pre>
 *
 * <p>All numbers are little-endian. NVM Express base specification 4.2, NVMe over Fabrics 3.
 *
 * @param opcode 0 to 255
 * @param flags 0 to 255
 * @param identifier command identifier, 0 to 65535; its queue has no other command with it in
 *     flight
 * @param namespaceOrType bits of the namespace identifier, or of a Fabrics command its type
 * @param metadata metadata pointer
 * @param descriptor where the data is
 * @param dword10 bits of command dword 10, as those that follow
 * @param dword11 bits of command dword 11
 * @param dword12 bits of command dword 12
 * @param dword13 bits of command dword 13
 * @param dword14 bits of command dword 14
 * @param dword15 bits of command dword 15
 */
public record SubmissionEntry(
    int opcode,
    int flags,
    int identifier,
    int namespaceOrType,
    long metadata,
    SglDescriptor descriptor,
    int dword10,
    int dword11,
    int dword12,
    int dword13,
    int dword14,
    int dword15) {
  /** Bytes of an entry. */
  public static final int LENGTH = 64;

  /** The opcode of all Fabrics commands. */
  public static final int FABRICS = 0x7f;

  /** The type of the Connect command of NVMe over Fabrics. */
  public static final int CONNECT = 0x01;

  /** The namespace identifier that stands for all namespaces. */
  public static final int ALL_NAMESPACES = 0xffffffff;

  /** The two low bits of an opcode or Fabrics type: data goes to the controller. */
  private static final int TO_CONTROLLER = 1;

  /** Data comes from the controller. */
  private static final int FROM_CONTROLLER = 2;

  private static final int DATA_DIRECTION = 3;
  private static final int EVERY_NAMESPACE = 0xffffffff;
  private static final int IDENTIFIER_AT = 2;
  private static final int NAMESPACE_AT = 4;
  private static final int DESCRIPTOR_AT = 24;
  private static final int METADATA_AT = 16;
  private static final int FUSE = 3;
  private static final int DATA_POINTERS_SHIFT = 6;

  /** {@return the entry at the beginning of {@code bytes}, which are {@link #LENGTH} at least} */
  public static SubmissionEntry read(byte[] bytes) {
    return new SubmissionEntry(
        bytes[0] & 0xff,
        bytes[1] & 0xff,
        LittleEndian.shortAt(bytes, IDENTIFIER_AT),
        LittleEndian.intAt(bytes, NAMESPACE_AT),
        LittleEndian.longAt(bytes, METADATA_AT),
        SglDescriptor.read(bytes, DESCRIPTOR_AT),
        dword(bytes, 10),
        dword(bytes, 11),
        dword(bytes, 12),
        dword(bytes, 13),
        dword(bytes, 14),
        dword(bytes, 15));
  }

  private static int dword(byte[] bytes, int number) {
    return LittleEndian.intAt(bytes, number * Integer.BYTES);
  }

  /** {@return a command dword, of those from 10 to 15} */
  public int dword(int number) {
    return switch (number) {
      case 10 -> dword10;
      case 11 -> dword11;
      case 12 -> dword12;
      case 13 -> dword13;
      case 14 -> dword14;
      case 15 -> dword15;
      default -> throw new IllegalArgumentException("no command dword " + number);
    };
  }

  /** {@return the fused operation: 0 none, 1 first, 2 second command} */
  public int fuse() {
    return flags & FUSE;
  }

  /** {@return the use of PRPs or SGLs, 0 to 3; over fabrics 1} */
  public int dataPointers() {
    return flags >> DATA_POINTERS_SHIFT;
  }

  /** {@return whether it is a command of NVMe over Fabrics} */
  public boolean isFabrics() {
    return opcode == FABRICS;
  }

  /** {@return the type of a Fabrics command, 0 to 255} */
  public int fabricsType() {
    return namespaceOrType & 0xff;
  }

  /** {@return whether it connects a queue} */
  public boolean isConnect() {
    return isFabrics() && fabricsType() == CONNECT;
  }

  /** {@return the queue that a Connect command connects: 0 is the admin queue} */
  public int connectedQueue() {
    return dword10 >>> Short.SIZE;
  }

  /** {@return whether the command has data that goes to the controller} */
  public boolean isToController() {
    return direction() == TO_CONTROLLER;
  }

  /** {@return whether the command has data that comes from the controller} */
  public boolean isFromController() {
    return direction() == FROM_CONTROLLER;
  }

  /** {@return whether the command has data, one way or both ways} */
  public boolean hasData() {
    return direction() != 0;
  }

  private int direction() {
    return (isFabrics() ? fabricsType() : opcode) & DATA_DIRECTION;
  }

  /**
   * {@return the set that the command is of, if its queue is not known and only one set has such an
   * entry}
   *
   * <p>Opcode 02h is a Read of blocks, or Get Log Page, whose length is in the entry, too (NVMe
   * base specification, Get Log Page, NUMD; NVM command set, Read, NLB).
   */
  public Optional<CommandSet> onlySet() {
    if (opcode != CommandNames.READ) {
      return CommandNames.onlySet(opcode);
    }
    long dwords = 1 + ((long) (dword11 & 0xffff) << Short.SIZE | dword10 >>> Short.SIZE);
    boolean isLog = descriptor.length() == dwords * Integer.BYTES;
    long blocks = 1L + (dword12 & 0xffff);
    boolean isRead =
        namespaceOrType != 0
            && namespaceOrType != EVERY_NAMESPACE
            && BlockRange.isOf(blocks, descriptor.length());
    return isLog == isRead
        ? Optional.empty()
        : Optional.of(isRead ? CommandSet.IO : CommandSet.ADMIN);
  }

  /**
   * {@return the range of logical blocks, if {@code set} is of I/O queues and the command has one}
   */
  public Optional<BlockRange> blocks(CommandSet set) {
    return set == CommandSet.IO && CommandNames.hasBlocks(opcode)
        ? Optional.of(
            new BlockRange(
                Integer.toUnsignedLong(dword10) | (long) dword11 << Integer.SIZE,
                (dword12 & 0xffff) + 1))
        : Optional.empty();
  }
}
