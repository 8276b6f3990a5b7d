package org.rdmadump.rpc.content;

/** What stands behind the header of an RPC message. */
public enum RpcBodyKind {
  /** Arguments or results as they are. */
  PLAIN,
  /** Arguments or results with a sequence number and a checksum (RFC 2203 section 5.3.2.2). */
  GSS_INTEGRITY,
  /** Arguments or results encrypted (RFC 2203 section 5.3.2.3). */
  GSS_PRIVACY,
  /** Tokens of a security context that is being made (RFC 2203 section 5.2). */
  GSS_CONTEXT,
  /** Nothing: a reply that has no results. */
  NOTHING,
  /**
   * Not known: of a reply whose call was not captured, of a program or procedure that is not
   * declared, or behind a header that could not be read.
   */
  UNKNOWN
}
