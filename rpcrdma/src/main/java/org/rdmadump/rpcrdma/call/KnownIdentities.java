package org.rdmadump.rpcrdma.call;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.RpcCallHeader;

/**
 * One identity for all calls that ask for the same, of which there are few: each call that was
 * answered is remembered for a while, and holds one. Of two with the same place the later one
 * stays.
 */
public final class KnownIdentities {
  /** A power of two. */
  private static final int ROOM = 128;

  private final @Nullable CallIdentity[] places = new CallIdentity[ROOM];

  KnownIdentities() {}

  CallIdentity of(RpcCallHeader header) {
    long mixed =
        (header.program() * 31 + header.version()) * 31
            + header.procedure()
            + 7L * header.credential().hashCode()
            + 13 * header.bodyOffset();
    int place = (int) mixed & ROOM - 1;
    CallIdentity known = places[place];
    if (known == null || !known.isOf(header)) {
      known = CallIdentity.of(header);
      places[place] = known;
    }
    return known;
  }
}
