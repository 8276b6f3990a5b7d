package org.rdmadump.cli;

/** Says what went wrong; the stack trace only to one who looks for a fault of this program. */
final class Fault {
  private static final String DEBUG = "rdmadump.debug";

  private Fault() {}

  static void say(Messages messages, Throwable e, String message) {
    messages.say(message);
    if (Boolean.getBoolean(DEBUG) || "".equals(System.getProperty(DEBUG))) {
      e.printStackTrace(messages.stream());
    }
  }

  /** {@return a line about a fault of this program, or about too little memory} */
  static String text(Throwable fault, String where) {
    StringBuilder text = new StringBuilder();
    text.append(fault instanceof OutOfMemoryError ? "out of memory" : "internal error");
    text.append(where).append(": ").append(fault);
    StackTraceElement[] trace = fault.getStackTrace();
    if (trace.length > 0) {
      text.append(" at ").append(trace[0].getFileName()).append(':');
      text.append(trace[0].getLineNumber());
    }
    return text.append("; please report it (-Drdmadump.debug tells more)").toString();
  }
}
