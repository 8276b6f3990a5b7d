package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/** Says in a line what ended a thread, in place of a stack trace, also when no memory is left. */
final class UncaughtFault implements Thread.UncaughtExceptionHandler {
  private static final byte[] OUT_OF_MEMORY =
      "rdmadump: out of memory; the output may be incomplete; please report it\n"
          .getBytes(US_ASCII);

  /** Memory to say something with when there is no other. */
  static final int RESERVE = 1 << 16;

  private byte @Nullable [] unusedMemory = new byte[RESERVE];

  @Override
  public void uncaughtException(Thread thread, Throwable fault) {
    unusedMemory = null;
    try {
      Fault.say(
          new Messages(System.err), fault, Fault.text(fault, " in thread " + thread.getName()));
    } catch (OutOfMemoryError | LinkageError e) {
      // A class that was not used before takes memory, too.
      System.err.write(OUT_OF_MEMORY, 0, OUT_OF_MEMORY.length);
      System.err.flush();
    }
  }
}
