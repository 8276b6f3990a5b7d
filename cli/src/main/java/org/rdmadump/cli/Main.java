package org.rdmadump.cli;

/** Entry point of the command. */
public final class Main {
  private static final int USAGE = 2;

  private Main() {}

  /** Says that nothing is built yet and exits with the status for wrong usage. */
  public static void main(String[] arguments) {
    System.err.println("rdmadump: decoding is not in this version");
    System.exit(USAGE);
  }
}
