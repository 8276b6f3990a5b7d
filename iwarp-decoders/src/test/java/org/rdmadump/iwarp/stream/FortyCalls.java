package org.rdmadump.iwarp.stream;

import java.util.Collections;
import java.util.List;
import org.rdmadump.iwarp.build.IwarpConversation;

/** Calls and replies by turns, each in a segment of its own, to be edited. */
final class FortyCalls {
  static final int COUNT = 40;
  static final byte[] CALL = {1, 1, 1, 1, 1};
  static final byte[] REPLY = {2, 2, 2, 2, 2, 2};

  private FortyCalls() {}

  /** Adds them to a conversation, from its start-up on. */
  static void send(IwarpConversation wire, boolean crc) {
    wire.crc(crc).connect();
    for (int i = 0; i < COUNT; i++) {
      wire.client().send(CALL);
      wire.server().send(REPLY);
    }
  }

  /** The frame of a call, both from 0 on; that of its reply is the next. */
  static int frame(IwarpConversation wire, int number) {
    return wire.capture().find("Send") + 2 * number;
  }

  /** What a side is told to have sent if so many of its Sends are whole. */
  static List<String> sends(int count, byte[] each) {
    return Collections.nCopies(count, Told.name(each));
  }
}
