package org.rdmadump.rpc;

/** What a call with an RPCSEC_GSS credential is for (RFC 2203 section 5; RFC 5403; RFC 7861). */
public enum GssProcedure {
  DATA,
  INIT,
  CONTINUE_INIT,
  DESTROY,
  BIND_CHANNEL,
  CREATE,
  LIST,
  /** None that has a name; {@link GssCredential#procedureNumber()} has the number. */
  UNKNOWN
}
