package org.rdmadump.rpc;

/**
 * How the body of a call with an RPCSEC_GSS credential is protected (RFC 2203 section 5; RFC 5403).
 */
public enum GssService {
  NONE,
  INTEGRITY,
  PRIVACY,
  CHANNEL_PROTECTION,
  /** None that has a name; {@link GssCredential#serviceNumber()} has the number. */
  UNKNOWN
}
