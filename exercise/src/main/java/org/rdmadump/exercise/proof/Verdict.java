package org.rdmadump.exercise.proof;

/**
 * What a capture says of bytes that are known.
 *
 * @param right bytes that are in the capture as they were in memory
 * @param missing bytes that are not in the capture
 * @param wrong bytes that are other ones in the capture, or of which there is no end
 * @param detail what is wrong or missing beside bytes, such as immediate data; empty if nothing is
 * @param whole whether nothing is missing, be it no byte
 */
record Verdict(long right, long missing, long wrong, String detail, boolean whole) {
  /** Not captured at all. */
  static Verdict missing(long bytes) {
    return new Verdict(0, bytes, 0, "", /* whole= */ false);
  }

  /** {@return the same with something beside that is wrong} */
  Verdict butWrong(String what) {
    return new Verdict(right, missing, wrong, detail.isEmpty() ? what : detail, whole);
  }

  /** {@return the same with something beside that is missing} */
  Verdict butMissing() {
    return new Verdict(right, missing, wrong, detail, /* whole= */ false);
  }

  /** {@return whether it contradicts memory} */
  boolean differs() {
    return wrong > 0 || !detail.isEmpty();
  }
}
