package org.rdmadump.report.text;

import java.util.Map;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.order.RecentMap;

/** Says once which address a host has, so that lines can call it by a number. */
final class KnownHosts {
  /** Hosts that are remembered; others are introduced again, with another number. */
  private static final int MOST = 4096;

  private static final int WIDTH = 3;

  private final Palette palette;
  private final Map<String, Integer> numbers = new RecentMap<>(MOST);
  private int next = 1;

  KnownHosts(Palette palette) {
    this.palette = palette;
  }

  /** Appends a line about an address, unless it is known. */
  void introduce(AsciiBuffer line, String address) {
    if (address.isEmpty() || numbers.containsKey(address)) {
      return;
    }
    numbers.put(address, next);
    palette.on(line, Palette.Ink.NAME);
    line.put('h').putDecimal(next++).put(' ').put(address);
    palette.off(line, Palette.Ink.NAME);
    line.newline();
  }

  /** Appends the short name of an address that was introduced. */
  void put(AsciiBuffer line, String address) {
    int from = line.column();
    Integer number = numbers.get(address);
    if (number == null) {
      line.put('-');
    } else {
      line.put('h').putDecimal(number);
    }
    line.spaces(WIDTH - (line.column() - from));
  }
}
