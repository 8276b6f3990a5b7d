package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcRules;

/** What a call asks for, as far as its RPC header could be read. */
public final class CallHead {
  private Optional<RpcCallHeader> rpc = Optional.empty();
  private CallIdentity identity = CallIdentity.UNKNOWN;

  /**
   * Reads the RPC header from the start of the call.
   *
   * @param frame of the call
   * @return what is wrong with it; null if nothing is
   */
  @Nullable Finding read(Rope stream, ParsedHeader parsed, long frame, MessageReading by) {
    RpcReading reading = by.headers().read(stream);
    if (reading instanceof RpcCallHeader header) {
      rpc = Optional.of(header);
      identity = by.identities().of(header);
      return header.rpcVersion() == RpcCallHeader.RPC_VERSION
          ? null
          : otherVersion(header.rpcVersion(), frame);
    }
    return readPart(reading, parsed, frame);
  }

  private @Nullable Finding readPart(RpcReading reading, ParsedHeader parsed, long frame) {
    if (reading instanceof RpcReading.Partial partial) {
      identity = CallIdentity.of(partial.known());
      OptionalLong version = partial.known().rpcVersion();
      if (version.isPresent() && version.getAsLong() != RpcCallHeader.RPC_VERSION) {
        return otherVersion(version.getAsLong(), frame);
      }
    } else if (reading instanceof RpcReading.Malformed malformed) {
      identity = CallIdentity.of(malformed.known());
      // How long the message is was in the part of a header that is cut.
      if (!parsed.isTruncated()) {
        return malformed(malformed, frame);
      }
    }
    return null;
  }

  private static Finding otherVersion(long version, long frame) {
    return Finding.inFrame(
        RpcRules.OTHER_VERSION, frame, "a call of version " + version + " of RPC");
  }

  /** What is to be said of a header that is broken. */
  static Finding malformed(RpcReading.Malformed header, long frame) {
    return Finding.inFrame(
        RpcRules.MALFORMED_HEADER,
        frame,
        header.why() + " (byte " + header.at() + " of the RPC message)");
  }

  /** The RPC header, if it was whole. */
  Optional<RpcCallHeader> whole() {
    return rpc;
  }

  /** Whether the program is one that servers call their clients back with. */
  public boolean isBackward() {
    OptionalInt program = identity.program();
    return program.isPresent()
        && RpcPrograms.isTransient(Integer.toUnsignedLong(program.getAsInt()));
  }

  /** What it asks for, as far as it could be read. */
  CallIdentity identity() {
    return identity;
  }
}
