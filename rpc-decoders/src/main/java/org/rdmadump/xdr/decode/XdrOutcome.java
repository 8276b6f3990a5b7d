package org.rdmadump.xdr.decode;

import java.util.List;

/**
 * What came of decoding a value: how far it is as declared.
 *
 * @param end how far it came
 * @param position in the rope of the first byte that was not decoded
 * @param holes whether bytes of opaques are absent
 * @param problems what was wrong, in order; the first {@value #MOST_PROBLEMS}
 */
public record XdrOutcome(XdrEnd end, long position, boolean holes, List<XdrProblem> problems) {
  /** Of more than these, one message's problems say nothing new. */
  public static final int MOST_PROBLEMS = 16;
}
