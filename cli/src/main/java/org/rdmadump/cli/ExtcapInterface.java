package org.rdmadump.cli;

import java.util.List;
import java.util.stream.Stream;

/** What Wireshark lists among its interfaces. */
enum ExtcapInterface {
  /** Messages that are rebuilt from a capture file. */
  FILE("rdmadump"),
  /** Messages that are rebuilt from the packets of a device. */
  DEVICE("rdmadump-live");

  private final String word;

  ExtcapInterface(String word) {
    this.word = word;
  }

  /** {@return its name for Wireshark} */
  String word() {
    return word;
  }

  /** {@return the names of all} */
  static List<String> words() {
    return Stream.of(values()).map(ExtcapInterface::word).toList();
  }
}
