package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrefix;

/**
 * What a call asks for, and the label of its credential; what could not be read is empty.
 *
 * @param program number of the program
 * @param version of it
 * @param procedure number of the procedure
 * @param credential label of its flavour
 */
record CallIdentity(
    OptionalInt program, OptionalInt version, OptionalInt procedure, Optional<String> credential) {
  /** Nothing is known. */
  static final CallIdentity UNKNOWN =
      new CallIdentity(
          OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());

  static CallIdentity of(RpcCallHeader header) {
    return new CallIdentity(
        OptionalInt.of((int) header.program()),
        OptionalInt.of((int) header.version()),
        OptionalInt.of((int) header.procedure()),
        Optional.of(header.credential().label()));
  }

  static CallIdentity of(RpcPrefix known) {
    return new CallIdentity(
        narrow(known.program()),
        narrow(known.version()),
        narrow(known.procedure()),
        known.credential().map(AuthFlavor::label));
  }

  /** Whether it is what a whole header says. */
  boolean isOf(RpcCallHeader header) {
    return program.isPresent()
        && program.getAsInt() == (int) header.program()
        && version.isPresent()
        && version.getAsInt() == (int) header.version()
        && procedure.isPresent()
        && procedure.getAsInt() == (int) header.procedure()
        && credential.isPresent()
        && credential.get().equals(header.credential().label());
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }
}
