package org.rdmadump.analysis.export;

/** How a rebuilt RPC message becomes a packet. */
public enum ExportFormat {
  /** TCP segments of a connection to port 2049, with record marking (RFC 5531 section 11). */
  TCP,
  /** One frame of the link type WIRESHARK_UPPER_PDU, 252, which says whose protocol it holds. */
  UPPER_PDU
}
