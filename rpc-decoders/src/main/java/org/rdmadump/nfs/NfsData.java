package org.rdmadump.nfs;

import java.util.Optional;
import java.util.Set;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The data of files that an operation moved, in bytes: what READ and READ_PLUS returned, and what
 * WRITE says that it took; NFS version 2 does not say that, so it is what the call had (RFC 1094
 * section 2.2.9). A hole that READ_PLUS tells of is no data.
 *
 * @param read bytes that came from the server
 * @param written bytes that the server took
 */
public record NfsData(long read, long written) {
  /** Of an operation that moves none, or that failed. */
  public static final NfsData NONE = new NfsData(0, 0);

  private static final Set<String> MOVING =
      Set.of(
          "readargs",
          "READ3args",
          "READ4args",
          "READ_PLUS4args",
          "writeargs",
          "WRITE3args",
          "WRITE4args");

  /**
   * {@return what was moved}
   *
   * @param arguments of an operation of NFS version 4, or of a procedure of versions 2 and 3
   * @param results of the same; of what is absent or cannot be read nothing is known to be moved
   */
  public static NfsData of(XdrValue arguments, XdrValue results) {
    return switch (arguments.field().type().name()) {
      case "readargs" -> fromServer(length(results.at("readok.data")));
      case "READ3args" -> fromServer(length(results.at("resok.data")));
      case "READ4args" -> fromServer(length(results.at("resok4.data")));
      case "READ_PLUS4args" -> fromServer(contents(results.at("rp_resok4.rpr_contents")));
      case "writeargs" ->
          results.at("attributes").isPresent()
              ? new NfsData(0, length(arguments.at("data")))
              : NONE;
      case "WRITE3args" -> new NfsData(0, results.number("resok.count").orElse(0));
      case "WRITE4args" -> new NfsData(0, results.number("resok4.count").orElse(0));
      default -> NONE;
    };
  }

  /** {@return whether an operation with arguments of this type can move data} */
  public static boolean isMovedBy(XdrType arguments) {
    return MOVING.contains(arguments.name());
  }

  private static NfsData fromServer(long bytes) {
    return new NfsData(bytes, 0);
  }

  private static long contents(Optional<XdrValue> contents) {
    long bytes = 0;
    if (contents.isPresent() && contents.get() instanceof XdrArray list) {
      for (XdrValue each : list) {
        bytes += length(each.at("rpc_data.d_data"));
      }
    }
    return bytes;
  }

  private static long length(Optional<XdrValue> data) {
    return data.isPresent() && data.get() instanceof XdrBytes bytes ? bytes.length() : 0;
  }
}
