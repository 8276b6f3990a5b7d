package org.rdmadump.report.text;

import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RpcMessage;

/** A column of numbers, aligned to the right; one that meets a wider number grows and stays so. */
final class NumberColumn {
  private static final char NONE = '-';

  private int width;

  NumberColumn(int width) {
    this.width = width;
  }

  /** Appends a number. */
  void put(AsciiBuffer line, long number) {
    int from = line.length();
    line.putDecimal(number, width);
    width = line.length() - from;
  }

  /** Appends the number of a message, if there is one. */
  void put(AsciiBuffer line, Optional<RpcMessage> message) {
    if (message.isPresent()) {
      put(line, message.get().number());
    } else {
      putNone(line);
    }
  }

  /** Appends what stands where there is no number. */
  void putNone(AsciiBuffer line) {
    line.spaces(width - 1).put(NONE);
  }
}
