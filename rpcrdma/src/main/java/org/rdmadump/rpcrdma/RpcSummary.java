package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcStatus;

/**
 * The RPC message inside an RPC-over-RDMA message.
 *
 * <pre>{@code
 * boolean whole = message.rpc().filter(RpcSummary::complete).isPresent();
 * }</pre>
 *
 * @param call true for a call, false for a reply
 * @param xid transaction identifier; that of the header where the beginning of the message was not
 *     captured
 * @param callHeader RPC header of the call, on replies that of their call; empty if it was not
 *     captured or not readable to its end
 * @param program RPC program; on replies that of the call; empty if that was not captured
 * @param version program version, as {@code program}
 * @param procedure procedure number, as {@code program}
 * @param auth credential flavour of the call, such as {@code AUTH_SYS}; empty on replies or if cut
 * @param status outcome, on replies whose header was readable, such as {@code SUCCESS}
 * @param refusal on replies: that status with the reason of an AUTH_ERROR, or with the versions
 *     that a server has of a PROG_MISMATCH or RPC_MISMATCH; empty of other statuses
 * @param callNumber on replies: number of the call's message
 * @param latencyNanos on replies: first frame of the call's Send to last frame of the reply's
 *     delivered Send
 * @param timing on replies: where RDMA moved data
 * @param repeatOf number of the message that this one repeats
 * @param length bytes of the rebuilt XDR message, round-up padding included; empty where the header
 *     that would tell was cut
 * @param sha256 of those bytes, where asked for and complete; lower-case hex
 * @param complete every byte was seen
 * @param missing the bytes that were not
 */
public record RpcSummary(
    boolean call,
    int xid,
    Optional<RpcCallHeader> callHeader,
    OptionalInt program,
    OptionalInt version,
    OptionalInt procedure,
    Optional<String> auth,
    Optional<String> status,
    Optional<RpcStatus> refusal,
    OptionalLong callNumber,
    OptionalLong latencyNanos,
    Optional<RdmaTiming> timing,
    OptionalLong repeatOf,
    OptionalLong length,
    Optional<String> sha256,
    boolean complete,
    List<MissingRange> missing) {
  /** Copies the list: what was decoded does not change. */
  public RpcSummary {
    missing = List.copyOf(missing);
  }

  /** {@return the transaction identifier as people write it: {@code 0x12345678}} */
  public String xidText() {
    return Hex.of(xid);
  }

  /** {@return name of the program, such as {@code NFS}; empty if unknown} */
  public Optional<String> programName() {
    return program.isPresent() ? RpcPrograms.programName(unsigned(program)) : Optional.empty();
  }

  /** {@return name of the procedure, such as {@code READ}; empty if unknown} */
  public Optional<String> procedureName() {
    return program.isPresent() && version.isPresent() && procedure.isPresent()
        ? RpcPrograms.procedureName(unsigned(program), unsigned(version), unsigned(procedure))
        : Optional.empty();
  }

  private static long unsigned(OptionalInt number) {
    return Integer.toUnsignedLong(number.getAsInt());
  }

  /** The same, as said of a repeat of it. */
  public RpcSummary asRepeatOf(long number) {
    return new RpcSummary(
        call,
        xid,
        callHeader,
        program,
        version,
        procedure,
        auth,
        status,
        refusal,
        callNumber,
        latencyNanos,
        timing,
        OptionalLong.of(number),
        length,
        sha256,
        complete,
        missing);
  }
}
