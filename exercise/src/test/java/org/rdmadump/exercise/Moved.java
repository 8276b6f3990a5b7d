package org.rdmadump.exercise;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.exercise.journal.Exchange;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Transfer;
import org.rdmadump.exercise.rpc.NfsMessages;

/** What an exercise moved, to find which transfer is of which case. */
final class Moved {
  private static final int LONG_ENOUGH = 900;

  private final List<byte[]> all = new ArrayList<>();

  private final Journal journal;

  private Moved(Fabric fabric) {
    journal = Rehearsal.over(fabric.onTheWire((bytes, number) -> all.add(bytes.clone()))).journal;
  }

  /** Goes through all cases. */
  static Moved over(Fabric fabric) {
    return new Moved(fabric);
  }

  /** Number of a transfer that has enough bytes of a case. */
  long numberOf(ExerciseCase of) {
    List<String> messages = messages(of);
    for (int i = 0; i < all.size(); i++) {
      if (of.isRpc() ? isRpc(all.get(i), messages) : isPlain(all.get(i), of)) {
        return i;
      }
    }
    throw new AssertionError("nothing was moved of " + of);
  }

  /** The calls and replies of a case. */
  private List<String> messages(ExerciseCase of) {
    List<String> messages = new ArrayList<>();
    for (Exchange exchange : journal.exchanges()) {
      if (exchange.of() == of) {
        messages.add(text(NfsMessages.call(exchange)));
        messages.add(text(NfsMessages.reply(exchange)));
      }
    }
    return messages;
  }

  private boolean isPlain(byte[] bytes, ExerciseCase of) {
    int least = of == ExerciseCase.CONTROL ? 1 : LONG_ENOUGH;
    for (Transfer transfer : journal.transfers()) {
      if (transfer.of() == of
          && bytes.length >= least
          && bytes.length == transfer.content().length()
          && Arrays.equals(transfer.content().bytes(), bytes)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRpc(byte[] bytes, List<String> messages) {
    if (bytes.length < LONG_ENOUGH) {
      return false;
    }
    int half = bytes.length / 2;
    String middle = text(Arrays.copyOfRange(bytes, half, half + 100));
    return messages.stream().anyMatch(message -> message.contains(middle));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
