package org.rdmadump.exercise.proof;

import java.util.Arrays;
import java.util.List;
import org.rdmadump.bytes.Rope;

/**
 * Which message of a capture is which of those that were sent: both are in order, and some were not
 * captured.
 */
final class Alignment {
  /** What stands for a message that was not captured. */
  static final int NONE = -1;

  /** As many bytes alike are no chance; a control message has that many. */
  private static final int TELLING = 64;

  private Alignment() {}

  /**
   * {@return for each message that was sent the index of the captured one, or {@link #NONE}}
   *
   * <p>With as many captured as sent, all whole, they are paired in order. Otherwise the pairing is
   * chosen that has most bytes alike; between those, messages of one length are taken for each
   * other.
   */
  static int[] of(List<byte[]> sent, List<Rope> captured) {
    int[] pairs = new int[sent.size()];
    if (sent.size() == captured.size() && captured.stream().allMatch(Rope::isComplete)) {
      Arrays.setAll(pairs, i -> i);
      return pairs;
    }
    int[][] score = new int[sent.size() + 1][captured.size() + 1];
    for (int i = sent.size() - 1; i >= 0; i--) {
      for (int j = captured.size() - 1; j >= 0; j--) {
        score[i][j] =
            Math.max(
                likeness(sent.get(i), captured.get(j)) + score[i + 1][j + 1],
                Math.max(score[i + 1][j], score[i][j + 1]));
      }
    }
    Arrays.fill(pairs, NONE);
    int i = 0;
    int j = 0;
    while (i < sent.size() && j < captured.size()) {
      int likeness = likeness(sent.get(i), captured.get(j));
      if (likeness > 0 && score[i][j] == likeness + score[i + 1][j + 1]) {
        pairs[i++] = j++;
      } else if (score[i][j] == score[i + 1][j]) {
        i++;
      } else {
        j++;
      }
    }
    return pairs;
  }

  /**
   * Alike counts more than any number of those that are only as long, and the more the more bytes
   * show it: the one byte of a last packet may be alike by chance. A message that lacks packets may
   * have another length than it seems to, where packets of the messages around it are lost, too: if
   * most of its bytes are others, it is another message.
   */
  private static int likeness(byte[] sent, Rope captured) {
    if (captured.length() != sent.length) {
      return 0;
    }
    int known = 0;
    int wrong = 0;
    for (int i = 0; i < sent.length; i++) {
      if (captured.has(i, 1)) {
        known++;
        wrong += captured.byteAt(i) == sent[i] ? 0 : 1;
      }
    }
    if (wrong == 0 && (known > 0 || captured.isComplete())) {
      return (1 + Math.min(known, TELLING)) << 12;
    }
    return captured.isComplete() || wrong <= known / 2 ? 1 : 0;
  }
}
