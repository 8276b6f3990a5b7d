package org.rdmadump.nfs;

import java.util.Optional;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrType;

/**
 * How many bytes READ and WRITE say that they moved, beside what was asked of them: no READ or
 * READ_PLUS returns more than its count, no WRITE reports more than its data, no COPY more than its
 * count (RFC 1094 sections 2.2.7 and 2.2.9, RFC 1813 sections 3.3.6 and 3.3.7, RFC 8881 sections
 * 18.22 and 18.32, RFC 7862 sections 15.2 and 15.10).
 */
public final class NfsCounts {
  private NfsCounts() {}

  /** {@return whether arguments of a type have a count that results may differ from} */
  public static boolean areIn(XdrType arguments) {
    return switch (arguments.name()) {
      case "readargs", "READ3args", "READ4args", "WRITE3args", "WRITE4args" -> true;
      case "READ_PLUS4args", "COPY4args" -> true;
      default -> false;
    };
  }

  /**
   * {@return what does not agree, for a person; empty for anything but a READ, WRITE or COPY that
   * worked}
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
      case "READ_PLUS4args" -> ofReadPlus(arguments, results.at("rp_resok4.rpr_contents"));
      case "COPY4args" -> ofCopy(arguments, results.at("cr_resok4.cr_response.wr_count"));
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
        ? moreData(got.length(), asked)
        : Optional.empty();
  }

  /** Only data counts: a hole may reach beyond what was asked for. */
  private static Optional<String> ofReadPlus(XdrValue arguments, Optional<XdrValue> contents) {
    Optional<XdrValue> count = arguments.at("rpa_count");
    if (count.isEmpty()
        || !(count.get() instanceof XdrNumber asked)
        || contents.isEmpty()
        || !(contents.get() instanceof XdrArray segments)) {
      return Optional.empty();
    }
    long length = 0;
    for (XdrValue segment : segments) {
      if (segment instanceof XdrUnion union
          && union.arm() instanceof XdrStruct data
          && data.get("d_data").orElse(null) instanceof XdrBytes bytes) {
        length += bytes.length();
      }
    }
    return length > asked.value() ? moreData(length, asked) : Optional.empty();
  }

  private static Optional<String> moreData(long length, XdrNumber asked) {
    return Optional.of("data of " + length + " bytes, the call asked for " + asked.value());
  }

  /** A count of 0 is all up to the end of the file. */
  private static Optional<String> ofCopy(XdrValue arguments, Optional<XdrValue> count) {
    Optional<XdrValue> whole = arguments.at("ca_count");
    return whole.isPresent()
            && whole.get() instanceof XdrNumber asked
            && asked.value() != 0
            && count.isPresent()
            && count.get() instanceof XdrNumber copied
            && Long.compareUnsigned(copied.value(), asked.value()) > 0
        ? Optional.of("count of " + copied.text() + ", the call asked for " + asked.text())
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
