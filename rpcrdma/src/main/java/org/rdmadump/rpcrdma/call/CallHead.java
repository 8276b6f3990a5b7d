package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcPrefix;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcRules;

/** What a call asks for, as far as its RPC header could be read. */
public final class CallHead {
  /** Where the program is in a call, behind XID, message type and RPC version. */
  private static final int PROGRAM_AT = 12;

  private @Nullable RpcCallHeader rpc;

  /** What was read of a header that was not whole. */
  private @Nullable RpcPrefix prefix;

  /** What a call asks for. */
  record Identity(OptionalInt program, OptionalInt version, OptionalInt procedure) {
    /** Nothing is known. */
    static Identity unknown() {
      return new Identity(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
    }
  }

  /**
   * Reads the RPC header from the start of the call.
   *
   * @param frame of the call
   * @return what is wrong with it
   */
  Optional<Finding> read(Rope stream, ParsedHeader parsed, long frame) {
    RpcReading reading = RpcHeader.read(stream);
    if (reading instanceof RpcReading.Whole whole
        && whole.header() instanceof RpcCallHeader header) {
      rpc = header;
    } else if (reading instanceof RpcReading.Partial partial) {
      prefix = partial.known();
    } else if (reading instanceof RpcReading.Malformed malformed) {
      prefix = malformed.known();
      // How long the message is was in the part of a header that is cut.
      if (!parsed.header().truncated()) {
        return Optional.of(
            new Finding(
                RpcRules.MALFORMED_HEADER,
                frame,
                -1,
                malformed.why() + " (byte " + malformed.at() + " of the RPC message)"));
      }
    }
    return Optional.empty();
  }

  /** The RPC header, if it was whole. */
  Optional<RpcCallHeader> whole() {
    return Optional.ofNullable(rpc);
  }

  /** Whether it looks the same as that of another call. */
  boolean canRepeat(CallHead before) {
    return rpc != null && before.rpc != null && rpc.canRepeat(before.rpc);
  }

  /** Whether a Send has the same program, version and procedure, as far as they are known. */
  boolean mayBeIn(Rope send, ParsedHeader parsed) {
    RpcCallHeader known = rpc;
    long at = (long) parsed.header().length() + PROGRAM_AT;
    if (known == null || !parsed.carriesMessage() || !send.has(at, 3 * Integer.BYTES)) {
      return true;
    }
    return (int) known.program() == send.getInt(at)
        && (int) known.version() == send.getInt(at + Integer.BYTES)
        && (int) known.procedure() == send.getInt(at + 2 * Integer.BYTES);
  }

  /** Whether the program is one that servers call their clients back with. */
  public boolean isBackward() {
    OptionalLong program = program();
    return program.isPresent() && RpcPrograms.isTransient(program.getAsLong());
  }

  private OptionalLong program() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return OptionalLong.of(whole.program());
    }
    return prefix == null ? OptionalLong.empty() : prefix.program();
  }

  /** The kind of credential, if it could be read. */
  Optional<AuthFlavor> credential() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return Optional.of(whole.credential());
    }
    return prefix == null ? Optional.empty() : prefix.credential();
  }

  /** The program, its version and procedure, where they could be read. */
  Identity identity() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return new Identity(
          OptionalInt.of((int) whole.program()),
          OptionalInt.of((int) whole.version()),
          OptionalInt.of((int) whole.procedure()));
    }
    RpcPrefix known = prefix;
    return known == null
        ? Identity.unknown()
        : new Identity(narrow(known.program()), narrow(known.version()), narrow(known.procedure()));
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }
}
