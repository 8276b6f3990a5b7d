package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * The largest reply that a call for a directory allows: {@code count} of READDIR in versions 2 and
 * 3, {@code maxcount} of READDIRPLUS and of version 4 (RFC 1094 section 2.2.17, RFC 1813 sections
 * 3.3.16 and 3.3.17, RFC 8881 section 18.23).
 */
final class DirectoryRoom {
  private static final String READDIR = "READDIR";

  private DirectoryRoom() {}

  /** {@return the limit in bytes; empty if the call states none} */
  static OptionalLong of(RpcMessage call) {
    Optional<XdrValue> arguments =
        call.content().compound().isPresent()
            ? call.content().compound().get().operations().stream()
                .filter(each -> each.name().equals(READDIR))
                .findFirst()
                .flatMap(Nfs4Operation::body)
            : call.content().body().map(XdrContent::tree);
    OptionalLong most = arguments.map(it -> it.number("maxcount")).orElse(OptionalLong.empty());
    return most.isPresent()
        ? most
        : arguments.map(it -> it.number("count")).orElse(OptionalLong.empty());
  }
}
