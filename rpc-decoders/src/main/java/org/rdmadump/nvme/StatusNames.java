package org.rdmadump.nvme;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Names of status codes; NVM Express base specification 4.2.3, NVMe over Fabrics 2.2. */
public final class StatusNames {
  private static final int COMMAND_SPECIFIC = 1;
  private static final int MEDIA = 2;
  private static final int PATH = 3;

  private static final String NUMBERED = " status 0x%x";

  private static final String[] TYPES = {
    "generic", "command specific", "media", "path", "type 4", "type 5", "type 6", "vendor specific"
  };

  private static final Map<Integer, String> GENERIC =
      Map.ofEntries(
          Map.entry(0x00, "Success"),
          Map.entry(0x01, "Invalid Command Opcode"),
          Map.entry(0x02, "Invalid Field in Command"),
          Map.entry(0x03, "Command ID Conflict"),
          Map.entry(0x04, "Data Transfer Error"),
          Map.entry(0x05, "Commands Aborted due to Power Loss Notification"),
          Map.entry(0x06, "Internal Error"),
          Map.entry(0x07, "Command Abort Requested"),
          Map.entry(0x08, "Command Aborted due to SQ Deletion"),
          Map.entry(0x09, "Command Aborted due to Failed Fused Command"),
          Map.entry(0x0a, "Command Aborted due to Missing Fused Command"),
          Map.entry(0x0b, "Invalid Namespace or Format"),
          Map.entry(0x0c, "Command Sequence Error"),
          Map.entry(0x0d, "Invalid SGL Segment Descriptor"),
          Map.entry(0x0e, "Invalid Number of SGL Descriptors"),
          Map.entry(0x0f, "Data SGL Length Invalid"),
          Map.entry(0x10, "Metadata SGL Length Invalid"),
          Map.entry(0x11, "SGL Descriptor Type Invalid"),
          Map.entry(0x12, "Invalid Use of Controller Memory Buffer"),
          Map.entry(0x13, "PRP Offset Invalid"),
          Map.entry(0x14, "Atomic Write Unit Exceeded"),
          Map.entry(0x15, "Operation Denied"),
          Map.entry(0x16, "SGL Offset Invalid"),
          Map.entry(0x18, "Host Identifier Inconsistent Format"),
          Map.entry(0x19, "Keep Alive Timer Expired"),
          Map.entry(0x1a, "Keep Alive Timeout Invalid"),
          Map.entry(0x1b, "Command Aborted due to Preempt and Abort"),
          Map.entry(0x1c, "Sanitize Failed"),
          Map.entry(0x1d, "Sanitize In Progress"),
          Map.entry(0x1e, "SGL Data Block Granularity Invalid"),
          Map.entry(0x1f, "Command Not Supported for Queue in CMB"),
          Map.entry(0x20, "Namespace is Write Protected"),
          Map.entry(0x21, "Command Interrupted"),
          Map.entry(0x22, "Transient Transport Error"),
          Map.entry(0x23, "Command Prohibited by Command and Feature Lockdown"),
          Map.entry(0x24, "Admin Command Media Not Ready"),
          Map.entry(0x25, "Invalid Key Tag"),
          Map.entry(0x26, "Host Dispersed Namespace Support Not Enabled"),
          Map.entry(0x27, "Host Identifier Not Initialized"),
          Map.entry(0x28, "Incorrect Key"),
          Map.entry(0x29, "FDP Disabled"),
          Map.entry(0x2a, "Invalid Placement Handle List"),
          Map.entry(0x80, "LBA Out of Range"),
          Map.entry(0x81, "Capacity Exceeded"),
          Map.entry(0x82, "Namespace Not Ready"),
          Map.entry(0x83, "Reservation Conflict"),
          Map.entry(0x84, "Format In Progress"),
          Map.entry(0x85, "Invalid Value Size"),
          Map.entry(0x86, "Invalid Key Size"),
          Map.entry(0x87, "KV Key Does Not Exist"),
          Map.entry(0x88, "Unrecovered Error"),
          Map.entry(0x89, "Key Exists"));

  private static final Map<Integer, String> OF_COMMAND =
      Map.ofEntries(
          Map.entry(0x00, "Completion Queue Invalid"),
          Map.entry(0x01, "Invalid Queue Identifier"),
          Map.entry(0x02, "Invalid Queue Size"),
          Map.entry(0x03, "Abort Command Limit Exceeded"),
          Map.entry(0x05, "Asynchronous Event Request Limit Exceeded"),
          Map.entry(0x06, "Invalid Firmware Slot"),
          Map.entry(0x07, "Invalid Firmware Image"),
          Map.entry(0x08, "Invalid Interrupt Vector"),
          Map.entry(0x09, "Invalid Log Page"),
          Map.entry(0x0a, "Invalid Format"),
          Map.entry(0x0b, "Firmware Activation Requires Conventional Reset"),
          Map.entry(0x0c, "Invalid Queue Deletion"),
          Map.entry(0x0d, "Feature Identifier Not Saveable"),
          Map.entry(0x0e, "Feature Not Changeable"),
          Map.entry(0x0f, "Feature Not Namespace Specific"),
          Map.entry(0x10, "Firmware Activation Requires NVM Subsystem Reset"),
          Map.entry(0x11, "Firmware Activation Requires Controller Level Reset"),
          Map.entry(0x12, "Firmware Activation Requires Maximum Time Violation"),
          Map.entry(0x13, "Firmware Activation Prohibited"),
          Map.entry(0x14, "Overlapping Range"),
          Map.entry(0x15, "Namespace Insufficient Capacity"),
          Map.entry(0x16, "Namespace Identifier Unavailable"),
          Map.entry(0x18, "Namespace Already Attached"),
          Map.entry(0x19, "Namespace Is Private"),
          Map.entry(0x1a, "Namespace Not Attached"),
          Map.entry(0x1b, "Thin Provisioning Not Supported"),
          Map.entry(0x1c, "Controller List Invalid"),
          Map.entry(0x1d, "Device Self-test In Progress"),
          Map.entry(0x1e, "Boot Partition Write Prohibited"),
          Map.entry(0x1f, "Invalid Controller Identifier"),
          Map.entry(0x20, "Invalid Secondary Controller State"),
          Map.entry(0x21, "Invalid Number of Controller Resources"),
          Map.entry(0x22, "Invalid Resource Identifier"),
          Map.entry(0x23, "Sanitize Prohibited While Persistent Memory Region is Enabled"),
          Map.entry(0x24, "ANA Group Identifier Invalid"),
          Map.entry(0x25, "ANA Attach Failed"),
          Map.entry(0x26, "Insufficient Capacity"),
          Map.entry(0x27, "Namespace Attachment Limit Exceeded"),
          Map.entry(0x28, "Prohibition of Command Execution Not Supported"),
          Map.entry(0x29, "I/O Command Set Not Supported"),
          Map.entry(0x2a, "I/O Command Set Not Enabled"),
          Map.entry(0x2b, "I/O Command Set Combination Rejected"),
          Map.entry(0x2c, "Invalid I/O Command Set"),
          Map.entry(0x2d, "Identifier Unavailable"),
          Map.entry(0x80, "Conflicting Attributes"),
          Map.entry(0x81, "Invalid Protection Information"),
          Map.entry(0x82, "Attempted Write to Read Only Range"),
          Map.entry(0x83, "Command Size Limit Exceeded"),
          Map.entry(0x85, "Incompatible Namespace or Format"),
          Map.entry(0x86, "Fast Copy Not Possible"),
          Map.entry(0x87, "Overlapping I/O Range"),
          Map.entry(0x89, "Insufficient Resources"),
          Map.entry(0x90, "Discover Restart"),
          Map.entry(0x91, "Authentication Required"),
          Map.entry(0xb8, "Zoned Boundary Error"),
          Map.entry(0xb9, "Zone Is Full"),
          Map.entry(0xba, "Zone Is Read Only"),
          Map.entry(0xbb, "Zone Is Offline"),
          Map.entry(0xbc, "Zone Invalid Write"),
          Map.entry(0xbd, "Too Many Active Zones"),
          Map.entry(0xbe, "Too Many Open Zones"),
          Map.entry(0xbf, "Invalid Zone State Transition"));

  private static final Map<Integer, String> OF_FABRICS =
      Map.of(
          0x80, "Incompatible Format",
          0x81, "Controller Busy",
          0x82, "Connect Invalid Parameters",
          0x83, "Connect Restart Discovery",
          0x84, "Connect Invalid Host",
          0x85, "Invalid Queue Type",
          0x90, "Discover Restart",
          0x91, "Authentication Required");

  private static final Map<Integer, String> OF_MEDIA =
      Map.of(
          0x80, "Write Fault",
          0x81, "Unrecovered Read Error",
          0x82, "End-to-end Guard Check Error",
          0x83, "End-to-end Application Tag Check Error",
          0x84, "End-to-end Reference Tag Check Error",
          0x85, "Compare Failure",
          0x86, "Access Denied",
          0x87, "Deallocated or Unwritten Logical Block",
          0x88, "End-to-end Storage Tag Check Error");

  private static final Map<Integer, String> OF_PATH =
      Map.of(
          0x00, "Internal Path Error",
          0x01, "Asymmetric Access Persistent Loss",
          0x02, "Asymmetric Access Inaccessible",
          0x03, "Asymmetric Access Transition",
          0x60, "Controller Pathing Error",
          0x70, "Host Pathing Error",
          0x71, "Command Aborted By Host");

  private StatusNames() {}

  /**
   * {@return the name of the status of a response, such as {@code LBA Out of Range}; {@code media
   * status 0x99} if it has none}
   *
   * @param isFabrics whether it answers a Fabrics command, some of whose codes have other names
   */
  public static String name(CompletionEntry entry, boolean isFabrics) {
    String name = names(entry.codeType(), isFabrics).get(entry.code());
    return name != null ? name : numbered(entry);
  }

  /**
   * {@return the same of a response whose command is not known: codes that mean something else of
   * each command have numbers}
   */
  public static String nameWithoutCommand(CompletionEntry entry) {
    return entry.codeType() == COMMAND_SPECIFIC
        ? numbered(entry)
        : name(entry, /* isFabrics= */ false);
  }

  /** {@return every name of a status, in alphabetical order} */
  public static List<String> all() {
    return Stream.of(GENERIC, OF_COMMAND, OF_FABRICS, OF_MEDIA, OF_PATH)
        .flatMap(names -> names.values().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** {@return how statuses without a name are written: a format for each type} */
  public static List<String> numbered() {
    return Stream.of(TYPES).map(type -> type + NUMBERED).toList();
  }

  private static String numbered(CompletionEntry entry) {
    return TYPES[entry.codeType()] + String.format(Locale.US, NUMBERED, entry.code());
  }

  private static Map<Integer, String> names(int type, boolean isFabrics) {
    return switch (type) {
      case 0 -> GENERIC;
      case COMMAND_SPECIFIC -> isFabrics ? OF_FABRICS : OF_COMMAND;
      case MEDIA -> OF_MEDIA;
      case PATH -> OF_PATH;
      default -> Map.of();
    };
  }
}
