package org.rdmadump.rpc;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;

/**
 * As much as can be read of an RPC header that is not whole. A field is absent if it or anything
 * before it could not be read; the last five are fields of calls only.
 *
 * @param xid transaction ID
 * @param type call or reply
 * @param rpcVersion version of RPC itself
 * @param program program number
 * @param version version of the program
 * @param procedure procedure of that version
 * @param credential flavour of the credential
 */
public record RpcPrefix(
    OptionalInt xid,
    Optional<RpcMessageType> type,
    OptionalLong rpcVersion,
    OptionalLong program,
    OptionalLong version,
    OptionalLong procedure,
    Optional<AuthFlavor> credential) {

  static RpcPrefix read(Rope message) {
    XdrReader in = new XdrReader(message);
    OptionalLong xid = next(in);
    Optional<RpcMessageType> type = type(in);
    if (type.isEmpty() || type.get() == RpcMessageType.REPLY) {
      // Nothing behind the type of a reply is worth telling before its status, which ends it.
      in.reject();
    }
    OptionalLong rpcVersion = next(in);
    OptionalLong program = next(in);
    OptionalLong version = next(in);
    OptionalLong procedure = next(in);
    OptionalLong credential = next(in);
    return new RpcPrefix(
        xid.isPresent() ? OptionalInt.of((int) xid.getAsLong()) : OptionalInt.empty(),
        type,
        rpcVersion,
        program,
        version,
        procedure,
        credential.isPresent()
            ? Optional.of(AuthFlavor.of(credential.getAsLong()))
            : Optional.empty());
  }

  private static Optional<RpcMessageType> type(XdrReader in) {
    long number = in.u32();
    if (!in.ok()) {
      return Optional.empty();
    }
    if (number == RpcMessageType.CALL.number()) {
      return Optional.of(RpcMessageType.CALL);
    }
    return number == RpcMessageType.REPLY.number()
        ? Optional.of(RpcMessageType.REPLY)
        : Optional.empty();
  }

  private static OptionalLong next(XdrReader in) {
    long value = in.u32();
    return in.ok() ? OptionalLong.of(value) : OptionalLong.empty();
  }
}
