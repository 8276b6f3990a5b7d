package org.rdmadump.rpcrdma;

import java.util.Arrays;

/**
 * The last calls that stay decoded until their replies ask for them. Of all others only the bytes
 * are kept, which are charged; what is made of these is not, so it is few.
 */
public final class DecodedCalls {
  private static final int MOST = 128;

  private final MessageContent[] kept = new MessageContent[MOST];
  private int next;

  public DecodedCalls() {
    Arrays.fill(kept, MessageContent.NOTHING);
  }

  /**
   * Keeps what was decoded of a call.
   *
   * @param head what is kept of the call
   * @param whole the call as it was handed out
   */
  public void keep(MessageContent head, MessageContent whole) {
    if (head.takeDecoded(whole)) {
      kept[next].forgetDecoded();
      kept[next] = head;
      next = (next + 1) % MOST;
    } else {
      head.forgetDecoded();
    }
  }
}
