package org.rdmadump.exercise.proof;

import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.iwarp.Terminate;

/** How the other side says that a handle does not stand for memory (any more). */
final class Denials {
  private static final int RDMAP = 0;
  private static final int REMOTE_PROTECTION = 1;
  private static final int DDP = 1;
  private static final int TAGGED_BUFFER = 1;

  /**
   * What the refusal of an operation begins with. Over iWARP: invalid STag, access rights, STag of
   * another stream (RFC 5040 section 4.8, RFC 5041 section 6.2), which a device says whose memory
   * was invalidated.
   */
  private static final List<String> BEGINNINGS =
      List.of(
          "NAK (" + NakCode.REMOTE_ACCESS_ERROR.text() + ")",
          terminate(RDMAP, REMOTE_PROTECTION, 0),
          terminate(RDMAP, REMOTE_PROTECTION, 2),
          terminate(RDMAP, REMOTE_PROTECTION, 3),
          terminate(DDP, TAGGED_BUFFER, 0),
          terminate(DDP, TAGGED_BUFFER, 2));

  private Denials() {}

  private static String terminate(int layer, int type, int code) {
    return "Terminate (" + new Terminate(layer, type, code).text() + ")";
  }

  /**
   * {@return whether the refusal of an operation is one for its handle}
   *
   * <p>Soft-iWARP says "DDP: local catastrophic error" of a Read Request whose handle is not valid,
   * and has that very request in the Terminate message: it is none of a process that ended.
   *
   * @param why finding with which decoders tell of the refusal
   */
  static boolean isOne(Finding why) {
    String text = why.message();
    return BEGINNINGS.stream().anyMatch(text::startsWith)
        || (text.startsWith("Terminate (") && text.contains(") refuses the "));
  }
}
