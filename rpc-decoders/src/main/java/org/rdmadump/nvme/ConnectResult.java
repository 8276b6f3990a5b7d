package org.rdmadump.nvme;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What the result of a response to a Connect command says: which controller the queue belongs to,
 * or which parameter was wrong.
 *
 * <pre>
 *     success                                        Connect Invalid Parameters
 *  0  controller identifier (CNTLID), 2 bytes        offset of the parameter (IPO), 2 bytes
 *  2  authentication that is asked for (AUTHREQ),    attributes (IATTR), 1 byte; bit 0: the offset
 *     2 bytes                                        is in the data, not in the command capsule
 * </pre>
 *
 * <p>NVMe over Fabrics 3.3.
 *
 * @param isAccepted whether the queue is connected; if not, a parameter was wrong
 * @param result bytes 0 to 3 of the response
 */
public record ConnectResult(boolean isAccepted, int result) {
  private static final int COMMAND_SPECIFIC = 1;
  private static final int INVALID_PARAMETERS = 0x82;
  private static final int SHORT = 0xffff;
  private static final int ATTRIBUTES = 0xff;
  private static final String RESERVED = "reserved";

  /** Parameters by their offset in the command capsule. */
  private static final NavigableMap<Integer, String> OF_COMMAND =
      byOffset(
          Map.ofEntries(
              Map.entry(0, "OPC"),
              Map.entry(1, "PSDT"),
              Map.entry(2, "CID"),
              Map.entry(4, "FCTYPE"),
              Map.entry(5, RESERVED),
              Map.entry(24, "SGL1"),
              Map.entry(40, "RECFMT"),
              Map.entry(42, "QID"),
              Map.entry(44, "SQSIZE"),
              Map.entry(46, "CATTR"),
              Map.entry(47, RESERVED),
              Map.entry(48, "KATO"),
              Map.entry(52, RESERVED),
              Map.entry(SubmissionEntry.LENGTH, "")));

  /** Parameters by their offset in the data. */
  private static final NavigableMap<Integer, String> OF_DATA =
      byOffset(
          Map.of(
              0, "HOSTID",
              16, "CNTLID",
              18, RESERVED,
              256, "SUBNQN",
              512, "HOSTNQN",
              768, RESERVED,
              1024, ""));

  private static NavigableMap<Integer, String> byOffset(Map<Integer, String> parameters) {
    return Collections.unmodifiableNavigableMap(new TreeMap<>(parameters));
  }

  /** {@return what a response says; empty unless it answers Connect, and its result says it} */
  public static Optional<ConnectResult> of(SubmissionEntry command, CompletionEntry response) {
    boolean isInvalid =
        response.codeType() == COMMAND_SPECIFIC && response.code() == INVALID_PARAMETERS;
    if (!command.isConnect() || !(response.isSuccess() || isInvalid)) {
      return Optional.empty();
    }
    return Optional.of(new ConnectResult(response.isSuccess(), (int) response.result()));
  }

  /** {@return the controller (CNTLID); empty unless the queue is connected} */
  public OptionalInt controller() {
    return isAccepted ? OptionalInt.of(result & SHORT) : OptionalInt.empty();
  }

  /**
   * {@return the authentication that is asked for (AUTHREQ): bit 1 authentication, bit 2 also a
   * secure channel; empty unless the queue is connected}
   */
  public OptionalInt authentication() {
    return isAccepted ? OptionalInt.of(result >>> Short.SIZE) : OptionalInt.empty();
  }

  /** {@return the offset of the parameter that was wrong (IPO); empty if the queue is connected} */
  public OptionalInt offset() {
    return isAccepted ? OptionalInt.empty() : OptionalInt.of(result & SHORT);
  }

  /** {@return its attributes (IATTR), 0 to 255; empty if the queue is connected} */
  public OptionalInt attributes() {
    return isAccepted ? OptionalInt.empty() : OptionalInt.of(result >>> Short.SIZE & ATTRIBUTES);
  }

  /**
   * {@return which parameter was wrong, such as {@code data offset 256 (SUBNQN)}; without a name
   * where the command or the data has none; empty if the queue is connected}
   */
  public Optional<String> parameter() {
    if (isAccepted) {
      return Optional.empty();
    }
    boolean isInData = (result >>> Short.SIZE & 1) != 0;
    int offset = result & SHORT;
    String place = (isInData ? "data" : "command") + " offset " + offset;
    String name = (isInData ? OF_DATA : OF_COMMAND).floorEntry(offset).getValue();
    return Optional.of(name.isEmpty() ? place : place + " (" + name + ")");
  }
}
