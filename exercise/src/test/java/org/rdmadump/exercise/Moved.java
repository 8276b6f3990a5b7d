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

/** Remembers what was moved, to find which transfer is of which case. */
final class Moved implements Fabric.Fault {
  private static final int LONG_ENOUGH = 900;

  private final List<byte[]> all = new ArrayList<>();

  @Override
  public void on(byte[] bytes, long number) {
    all.add(bytes.clone());
  }

  /** Number of a transfer that has enough bytes of a case. */
  long numberOf(ExerciseCase of, Journal journal) {
    for (int i = 0; i < all.size(); i++) {
      if (of.isRpc() ? isRpc(all.get(i), of, journal) : isPlain(all.get(i), of, journal)) {
        return i;
      }
    }
    throw new AssertionError("nothing was moved of " + of);
  }

  private static boolean isPlain(byte[] bytes, ExerciseCase of, Journal journal) {
    int least = of == ExerciseCase.CONTROL ? 1 : LONG_ENOUGH;
    for (Transfer transfer : journal.transfers()) {
      if (transfer.of() == of
          && bytes.length >= least
          && Arrays.equals(transfer.content().bytes(), bytes)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRpc(byte[] bytes, ExerciseCase of, Journal journal) {
    if (bytes.length < LONG_ENOUGH) {
      return false;
    }
    byte[] middle = Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length / 2 + 100);
    for (Exchange exchange : journal.exchanges()) {
      if (exchange.of() == of
          && (holds(NfsMessages.call(exchange), middle)
              || holds(NfsMessages.reply(exchange), middle))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(byte[] all, byte[] part) {
    return text(all).contains(text(part));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
