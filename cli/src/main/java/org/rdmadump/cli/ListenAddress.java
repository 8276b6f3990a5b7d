package org.rdmadump.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where a server listens: {@code ADDR:PORT}, or {@code PORT} for loopback.
 *
 * @param text as the user wrote it
 * @param socket the address
 */
record ListenAddress(String text, InetSocketAddress socket) {
  private static final int MOST_PORT = 65535;
  private static final String DIGITS = "[0-9]{1,5}";

  /**
   * Reads one.
   *
   * @throws CommandFailure if it is none
   */
  static ListenAddress of(String text) throws CommandFailure {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    String port = text.substring(colon + 1);
    if (!port.matches(DIGITS) || Integer.parseInt(port) > MOST_PORT) {
      throw wrong(text, "port is not a number from 0 to " + MOST_PORT);
    }
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (host.indexOf(':') >= 0 && !bracketed) {
      throw wrong(text, "write an IPv6 address in brackets, such as [::1]:9345");
    }
    return new ListenAddress(
        text, new InetSocketAddress(address(text, host, bracketed), Integer.parseInt(port)));
  }

  private static InetAddress address(String text, String host, boolean bracketed)
      throws CommandFailure {
    if (host.isEmpty()) {
      return InetAddress.getLoopbackAddress();
    }
    if (bracketed && host.indexOf(':') < 0) {
      throw wrong(text, "only IPv6 addresses are written in brackets");
    }
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw wrong(text, "no such address");
    }
  }

  private static CommandFailure wrong(String text, String why) {
    return CommandFailure.usage(
        CommandOption.METRICS_LISTEN.display() + " " + Inputs.display(text) + ": " + why);
  }
}
