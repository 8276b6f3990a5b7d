package org.rdmadump.report.json;

import org.rdmadump.report.KeptTexts;

/** Fields that come again and again as they were: they are written once and copied from then on. */
final class KnownFields {
  private final JsonOutput out;
  private final KeptTexts<byte[]> kept;

  // Of what was asked for last.
  private Object kind = "";
  private long number;
  private int begin;

  /** Room for 2 to the power of {@code bits}. */
  KnownFields(JsonOutput out, int bits) {
    this.out = out;
    this.kept = new KeptTexts<>(bits);
  }

  /**
   * Writes what is kept of something; if that is nothing, the caller writes it and calls {@link
   * #keep}.
   *
   * @param of compared by identity
   */
  boolean again(Object of, long numberOf) {
    byte[] known = kept.find(of, numberOf);
    if (known != null) {
      out.again(known, known.length);
      return true;
    }
    kind = of;
    number = numberOf;
    begin = out.length();
    return false;
  }

  /** Keeps what was written since it was asked for. */
  void keep() {
    kept.keep(kind, number, out.since(begin));
  }
}
