package org.rdmadump.nfs;

import java.util.Optional;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrType;

/**
 * How many bytes READ and WRITE say that they moved, beside what was asked of them: no READ returns
 * more than its count, no WRITE reports more than its data (RFC 1094 sections 2.2.7 and 2.2.9, RFC
 * 1813 sections 3.3.6 and 3.3.7, RFC 8881 sections 18.22 and 18.32).
 */
public final class NfsCounts {
  private NfsCounts() {}

  /** {@return whether arguments of a type are those of a READ or WRITE} */
  public static boolean areIn(XdrType arguments) {
    return switch (arguments.name()) {
      case "readargs", "READ3args", "READ4args", "WRITE3args", "WRITE4args" -> true;
      default -> false;
    };
  }

  /**
   * {@return what does not agree, for a person; empty for anything but a READ or WRITE that worked}
   *
   * @param arguments of an operation of NFS version 4, or of a procedure of versions 2 and 3
   * @param results of the same; what is absent or cannot be read of either is not judged
   */
  public static Optional<String> judge(XdrValue arguments, XdrValue results) {
    return switch (arguments.field().type().name()) {
      case "readargs" -> ofRead(arguments, results.at("readok.data"));
      case "READ3args" -> ofRead(arguments, results.at("resok.data"));
      case "READ4args" -> ofRead(arguments, results.at("resok4.data"));
      case "WRITE3args" -> ofWrite(arguments, results.at("resok.count"));
      case "WRITE4args" -> ofWrite(arguments, results.at("resok4.count"));
      default -> Optional.empty();
    };
  }

  private static Optional<String> ofRead(XdrValue arguments, Optional<XdrValue> data) {
    Optional<XdrValue> count = arguments.at("count");
    return count.isPresent()
            && count.get() instanceof XdrNumber asked
            && data.isPresent()
            && data.get() instanceof XdrBytes got
            && got.length() > asked.value()
        ? Optional.of("data of " + got.length() + " bytes, the call asked for " + asked.value())
        : Optional.empty();
  }

  private static Optional<String> ofWrite(XdrValue arguments, Optional<XdrValue> count) {
    Optional<XdrValue> data = arguments.at("data");
    return data.isPresent()
            && data.get() instanceof XdrBytes sent
            && count.isPresent()
            && count.get() instanceof XdrNumber written
            && written.value() > sent.length()
        ? Optional.of("count of " + written.value() + ", the call had " + sent.length() + " bytes")
        : Optional.empty();
  }
}
