package org.rdmadump.exercise.plain;

import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/** What the two sides tell each other of what their devices can do, and what follows from it. */
final class Abilities {
  private static final int IMMEDIATE = 1;
  private static final int INVALIDATE = 2;

  private Abilities() {}

  static int of(Traits traits) {
    return (traits.immediate() ? IMMEDIATE : 0) | (traits.invalidate() ? INVALIDATE : 0);
  }

  /** Why a step cannot be made; empty if it can. */
  static String lacking(Step step, Traits client, Control server) {
    String device = client.device();
    if (step.of().hasImmediate()) {
      return lacking(
          client.immediate(), (server.extra() & IMMEDIATE) != 0, device, "sends no immediate data");
    }
    if (step.of() == ExerciseCase.SEND_INVALIDATE) {
      return lacking(
          client.invalidate(),
          (server.extra() & INVALIDATE) != 0,
          device,
          "has no memory that a Send can invalidate");
    }
    if (step.slices() > 1) {
      boolean read = step.of().isRead();
      int most =
          step.by() == Side.SERVER
              ? (read ? server.handle() : server.length())
              : (read ? client.mostReadSlices() : client.mostSlices());
      String whose = step.by() == Side.SERVER ? "the server's device" : device;
      return step.slices() > most
          ? whose
              + (read ? " reads into " : " takes ")
              + most
              + (most == 1 ? " segment" : " segments")
          : "";
    }
    return "";
  }

  private static String lacking(boolean client, boolean server, String device, String what) {
    if (!client) {
      return device + " " + what;
    }
    return server ? "" : "the server's device " + what;
  }
}
