package org.rdmadump.nfs;

import java.util.Optional;
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
          results.at("attributes").isPresent() ? toServer(length(arguments.at("data"))) : NONE;
      case "WRITE3args" -> toServer(number(results, "resok.count"));
      case "WRITE4args" -> toServer(number(results, "resok4.count"));
      default -> NONE;
    };
  }

  /**
   * {@return what an operation of NFS version 4 moved}
   *
   * @param asked the operation in a call
   * @param done the same in its reply
   */
  public static NfsData of(Nfs4Operation asked, Nfs4Operation done) {
    int number = (int) asked.number();
    boolean moves =
        number == Nfs4Operations.READ
            || number == Nfs4Operations.READ_PLUS
            || number == Nfs4Operations.WRITE;
    Optional<XdrValue> arguments = moves ? asked.body() : Optional.empty();
    Optional<XdrValue> results = moves ? done.body() : Optional.empty();
    return arguments.isPresent() && results.isPresent() ? of(arguments.get(), results.get()) : NONE;
  }

  /** {@return whether an operation with arguments of this type can move data} */
  public static boolean isMovedBy(XdrType arguments) {
    return switch (arguments.name()) {
      case "readargs", "READ3args", "READ4args", "READ_PLUS4args" -> true;
      case "writeargs", "WRITE3args", "WRITE4args" -> true;
      default -> false;
    };
  }

  /** {@return whether any byte was moved} */
  public boolean isAny() {
    return read != 0 || written != 0;
  }

  private static NfsData fromServer(long bytes) {
    return new NfsData(bytes, 0);
  }

  private static NfsData toServer(long bytes) {
    return new NfsData(0, bytes);
  }

  private static long number(XdrValue results, String path) {
    return results.number(path).orElse(0);
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
