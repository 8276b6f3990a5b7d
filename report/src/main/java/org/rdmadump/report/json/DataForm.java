package org.rdmadump.report.json;

/** How bulk data is written. */
public enum DataForm {
  /** Its length only. */
  NONE,
  /** In hexadecimal. */
  HEX,
  /** In Base64 (RFC 4648 section 4). */
  BASE64
}
