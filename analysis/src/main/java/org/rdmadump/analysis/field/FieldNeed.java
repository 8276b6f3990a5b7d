package org.rdmadump.analysis.field;

/** What decoding has to keep or compute for the values of a field, as it does not by itself. */
public enum FieldNeed {
  /** Nothing: they are in every message. */
  NOTHING,

  /**
   * The bytes of data that RDMA moves, which are kept only if somebody wants them: {@code
   * CaptureOptions.keepBytes}.
   */
  DATA,

  /** Digests, which are computed only if somebody wants them: {@code CaptureOptions.digest}. */
  DIGEST;

  /** {@return the need of a field whose values may be in data that RDMA moves} */
  public static FieldNeed ofData(boolean is) {
    return is ? DATA : NOTHING;
  }
}
