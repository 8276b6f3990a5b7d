package org.rdmadump.report.text;

import java.util.OptionalInt;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The lines of reports that say where something was found: frame, connection, XID, and what. */
final class PlaceColumns {
  /** Columns before the frame. */
  static final int INDENT = 4;

  private static final int FRAME_WIDTH = 8;
  private static final int CONNECTION_WIDTH = 5;
  private static final int XID_WIDTH = 10;
  private static final int LONGEST = 500;

  private PlaceColumns() {}

  /**
   * Appends a line up to the message, which is cut if it is very long.
   *
   * @param frame 0 if it is not known
   */
  static void put(
      AsciiBuffer line, long frame, OptionalInt connection, OptionalInt xid, String message) {
    line.spaces(INDENT);
    if (frame > 0) {
      line.put("frame").putDecimal(frame, FRAME_WIDTH);
    } else {
      line.spaces("frame".length() + FRAME_WIDTH);
    }
    int from = line.column();
    line.put("  ");
    if (connection.isPresent()) {
      line.put('c').putDecimal(connection.getAsInt());
    }
    line.padTo(from + 2 + CONNECTION_WIDTH);
    if (xid.isPresent()) {
      line.putHex(xid.getAsInt());
    } else {
      line.spaces(XID_WIDTH);
    }
    line.put("  ");
    line.put(message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...");
  }

  /** Appends how many there are more than those that have lines. */
  static void putMore(AsciiBuffer line, long more) {
    line.spaces(INDENT).put("... and ").putDecimal(more).put(" more");
  }

  /** Appends how much was looked at. */
  static void putCounts(AsciiBuffer line, CaptureSummary summary) {
    Quantities.putCount(line, summary.frames(), "frame");
    line.put(", ");
    Quantities.putCount(line, summary.connections(), "connection");
    line.put(summary.connections() == 0 ? " with RPC-over-RDMA" : "");
    line.put(", ");
    Quantities.putCalls(line, summary);
    if (summary.nvmeCommands() > 0) {
      line.put(", ");
      Quantities.putCount(line, summary.nvmeCommands(), "NVMe command");
    }
  }
}
