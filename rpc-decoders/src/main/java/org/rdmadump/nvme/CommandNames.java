package org.rdmadump.nvme;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Names of commands, as the NVM Express specifications have them. */
public final class CommandNames {
  /** Asks for events: may stay without a response for good. */
  private static final int ASYNCHRONOUS_EVENT_REQUEST = 0x0c;

  private static final String OPCODE = "opcode 0x%02x";
  private static final String FABRICS_TYPE = "Fabrics type 0x%02x";

  /** How commands without a name are written. */
  public static final List<String> NUMBERED = List.of(OPCODE, FABRICS_TYPE);

  private static final Map<Integer, String> ADMIN =
      Map.ofEntries(
          Map.entry(0x00, "Delete I/O Submission Queue"),
          Map.entry(0x01, "Create I/O Submission Queue"),
          Map.entry(0x02, "Get Log Page"),
          Map.entry(0x04, "Delete I/O Completion Queue"),
          Map.entry(0x05, "Create I/O Completion Queue"),
          Map.entry(0x06, "Identify"),
          Map.entry(0x08, "Abort"),
          Map.entry(0x09, "Set Features"),
          Map.entry(0x0a, "Get Features"),
          Map.entry(ASYNCHRONOUS_EVENT_REQUEST, "Asynchronous Event Request"),
          Map.entry(0x0d, "Namespace Management"),
          Map.entry(0x10, "Firmware Commit"),
          Map.entry(0x11, "Firmware Image Download"),
          Map.entry(0x14, "Device Self-test"),
          Map.entry(0x15, "Namespace Attachment"),
          Map.entry(0x18, "Keep Alive"),
          Map.entry(0x19, "Directive Send"),
          Map.entry(0x1a, "Directive Receive"),
          Map.entry(0x1c, "Virtualization Management"),
          Map.entry(0x1d, "NVMe-MI Send"),
          Map.entry(0x1e, "NVMe-MI Receive"),
          Map.entry(0x20, "Capacity Management"),
          Map.entry(0x24, "Lockdown"),
          Map.entry(0x7c, "Doorbell Buffer Config"),
          Map.entry(0x80, "Format NVM"),
          Map.entry(0x81, "Security Send"),
          Map.entry(0x82, "Security Receive"),
          Map.entry(0x84, "Sanitize"),
          Map.entry(0x86, "Get LBA Status"));

  private static final int WRITE = 0x01;
  static final int READ = 0x02;
  private static final int WRITE_UNCORRECTABLE = 0x04;
  private static final int COMPARE = 0x05;
  private static final int WRITE_ZEROES = 0x08;
  private static final int VERIFY = 0x0c;
  private static final int ZONE_APPEND = 0x7d;

  /** From here on opcodes of I/O queues are a vendor's own. */
  private static final int FIRST_OF_VENDORS = 0x80;

  private static final Map<Integer, String> IO =
      Map.ofEntries(
          Map.entry(0x00, "Flush"),
          Map.entry(WRITE, "Write"),
          Map.entry(READ, "Read"),
          Map.entry(WRITE_UNCORRECTABLE, "Write Uncorrectable"),
          Map.entry(COMPARE, "Compare"),
          Map.entry(WRITE_ZEROES, "Write Zeroes"),
          Map.entry(0x09, "Dataset Management"),
          Map.entry(VERIFY, "Verify"),
          Map.entry(0x0d, "Reservation Register"),
          Map.entry(0x0e, "Reservation Report"),
          Map.entry(0x11, "Reservation Acquire"),
          Map.entry(0x12, "I/O Management Receive"),
          Map.entry(0x15, "Reservation Release"),
          Map.entry(0x18, "Cancel"),
          Map.entry(0x19, "Copy"),
          Map.entry(0x1d, "I/O Management Send"),
          Map.entry(0x79, "Zone Management Send"),
          Map.entry(0x7a, "Zone Management Receive"),
          Map.entry(ZONE_APPEND, "Zone Append"));

  private static final Map<Integer, String> FABRICS =
      Map.of(
          0x00,
          "Property Set",
          SubmissionEntry.CONNECT,
          "Connect",
          0x04,
          "Property Get",
          0x05,
          "Authentication Send",
          0x06,
          "Authentication Receive",
          0x08,
          "Disconnect");

  private CommandNames() {}

  /**
   * {@return whether a command asks for events, which may not happen; on a queue without a number
   * it may be one that does}
   */
  public static boolean waitsForEvent(SubmissionEntry entry, CommandSet set) {
    return set != CommandSet.IO && entry.opcode() == ASYNCHRONOUS_EVENT_REQUEST;
  }

  /** {@return the name of a command of a set, such as {@code Read}; its number if it has none} */
  public static String name(SubmissionEntry entry, CommandSet set) {
    if (entry.isFabrics()) {
      return named(FABRICS, entry.fabricsType(), FABRICS_TYPE);
    }
    return switch (set) {
      case ADMIN -> named(ADMIN, entry.opcode(), OPCODE);
      case IO -> named(IO, entry.opcode(), OPCODE);
      case FABRICS, UNKNOWN -> numbered(OPCODE, entry.opcode());
    };
  }

  /** {@return every name of a command, in alphabetical order} */
  public static List<String> all() {
    return Stream.of(ADMIN, IO, FABRICS)
        .flatMap(names -> names.values().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static String named(Map<Integer, String> names, int number, String otherwise) {
    String name = names.get(number);
    return name == null ? numbered(otherwise, number) : name;
  }

  private static String numbered(String form, int number) {
    return String.format(Locale.US, form, number);
  }

  /** {@return whether a command of I/O queues names one range of blocks} */
  static boolean hasBlocks(int opcode) {
    return switch (opcode) {
      case WRITE, READ, WRITE_UNCORRECTABLE, COMPARE, WRITE_ZEROES, VERIFY, ZONE_APPEND -> true;
      default -> false;
    };
  }

  /**
   * {@return whether a command of I/O queues moves its range of blocks, all of it if it succeeds}
   */
  public static boolean movesBlocks(int opcode) {
    return switch (opcode) {
      case WRITE, READ, COMPARE, ZONE_APPEND -> true;
      default -> false;
    };
  }

  /**
   * {@return the set of an opcode, if only one set has it: over fabrics, hosts do not create or
   * delete queues}
   */
  static Optional<CommandSet> onlySet(int opcode) {
    boolean ofQueues = opcode < COMPARE + 1 && opcode != READ;
    boolean admin = ADMIN.containsKey(opcode) && !ofQueues && opcode < FIRST_OF_VENDORS;
    boolean io = IO.containsKey(opcode);
    return admin == io ? Optional.empty() : Optional.of(admin ? CommandSet.ADMIN : CommandSet.IO);
  }
}
