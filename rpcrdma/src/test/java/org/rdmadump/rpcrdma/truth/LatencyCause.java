package org.rdmadump.rpcrdma.truth;

/** Why a call took the client longer than the wire. */
enum LatencyCause {
  /** Within 3 ms or a tenth: nothing to explain. */
  NONE("-"),
  /** Every earlier copy of the call was dropped between the client's kernel and the capture. */
  LOST_BEFORE_CAPTURE("earlier copies of the call were dropped before the capture point"),
  /** The scenario delays packets by 3 ms between the client's kernel and the capture. */
  DELAYED_BEFORE_CAPTURE("the call was delayed on purpose before the capture point"),
  /** The call waited for the client's only processor before it was on the wire. */
  CLIENT_BEFORE("the call waited in the client before its first packet"),
  /** The reply waited for the client's only processor after it had arrived. */
  CLIENT_AFTER("the reply waited in the client after its last packet");

  private final String text;

  LatencyCause(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
