package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.GssCredential;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrefix;

/**
 * What a call asks for, and the label of its credential; what could not be read is empty.
 *
 * @param program number of the program
 * @param version of it
 * @param procedure number of the procedure
 * @param credential label of its flavour
 * @param header of the first call like this; null if that was not whole
 */
record CallIdentity(
    OptionalInt program,
    OptionalInt version,
    OptionalInt procedure,
    Optional<String> credential,
    @Nullable RpcCallHeader header) {
  /** Nothing is known. */
  static final CallIdentity UNKNOWN =
      new CallIdentity(
          OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), null);

  static CallIdentity of(RpcCallHeader header) {
    return new CallIdentity(
        OptionalInt.of((int) header.program()),
        OptionalInt.of((int) header.version()),
        OptionalInt.of((int) header.procedure()),
        Optional.of(header.credential().label()),
        header);
  }

  static CallIdentity of(RpcPrefix known) {
    return new CallIdentity(
        narrow(known.program()),
        narrow(known.version()),
        narrow(known.procedure()),
        known.credential().isPresent()
            ? Optional.of(known.credential().get().label())
            : Optional.empty(),
        null);
  }

  /** Whether a whole header is like that of the first call in all but what {@link #with} takes. */
  boolean isOf(RpcCallHeader other) {
    RpcCallHeader known = header;
    return known != null
        && known.procedure() == other.procedure()
        && known.version() == other.version()
        && known.program() == other.program()
        && known.bodyOffset() == other.bodyOffset()
        && known.credential().equals(other.credential())
        && known.verifier().equals(other.verifier())
        && known.rpcVersion() == other.rpcVersion();
  }

  /** The header of another call like the first; empty if that was not whole. */
  Optional<RpcCallHeader> with(int xid, Optional<GssCredential> gss) {
    RpcCallHeader known = header;
    return known == null
        ? Optional.empty()
        : Optional.of(
            new RpcCallHeader(
                xid,
                known.rpcVersion(),
                known.program(),
                known.version(),
                known.procedure(),
                known.credential(),
                gss,
                known.verifier(),
                known.bodyOffset()));
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }
}
