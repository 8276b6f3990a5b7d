package org.rdmadump.report.text;

import java.util.Map;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.report.AddressTexts;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;

/** Says once which hosts a connection is between, so that lines can call it by its number. */
final class Introductions {
  /** Connections that are remembered; others are introduced again. */
  private static final int MOST = 4096;

  private static final int NUMBER_WIDTH = 3;

  private final AddressTexts addresses = new AddressTexts();
  private final Palette palette;

  /** By the number of the connection: its ends as they were introduced. */
  private final Map<Integer, Ends> introduced = new RecentMap<>(MOST);

  private int width = NUMBER_WIDTH;

  private record Ends(Endpoint client, Endpoint server) {
    static Ends of(RpcMessage message) {
      boolean forward = message.direction() == Direction.FORWARD;
      return new Ends(
          forward ? message.source() : message.destination(),
          forward ? message.destination() : message.source());
    }
  }

  Introductions(Palette palette) {
    this.palette = palette;
  }

  /** Appends a line about the connection of a message, unless it was introduced as it is. */
  void put(AsciiBuffer line, RpcMessage message) {
    Ends ends = Ends.of(message);
    if (ends.equals(introduced.put(message.connection(), ends))) {
      return;
    }
    palette.on(line, Palette.Ink.NAME);
    line.put('c').putDecimal(message.connection()).put(' ');
    putEnd(line, ends.client(), message);
    line.put(" -> ");
    putEnd(line, ends.server(), message);
    palette.off(line, Palette.Ink.NAME);
    line.newline();
  }

  private void putEnd(AsciiBuffer line, Endpoint end, RpcMessage message) {
    line.put(addresses.of(end.address()));
    Headline.putNumber(line, end, message.transport());
  }

  /** Appends the number of the connection, and which way the message goes, as a column. */
  void putArrow(AsciiBuffer line, RpcMessage message, boolean arrow) {
    line.put("  ");
    int from = line.column();
    line.put('c').putDecimal(message.connection());
    width = Math.max(width, line.column() - from);
    line.spaces(width - (line.column() - from));
    if (arrow) {
      line.put(message.direction() == Direction.FORWARD ? " -> " : " <- ");
    } else {
      line.put("  ");
    }
  }
}
