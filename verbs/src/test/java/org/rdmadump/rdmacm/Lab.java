package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The guest of the lab that tests tagged {@code rdma} run in, and its device. */
final class Lab {
  /** How long an address may take. */
  static final int MILLIS = 5000;

  /** An address on the wire between the guests that none of them has. */
  static final String NOBODY = "192.168.77.9";

  private Lab() {}

  /** {@return rxe0 or siw0} */
  static String device() {
    return property("rdmadump.lab.device");
  }

  /** {@return whether the device speaks iWARP, which has neither datagrams nor immediate data} */
  static boolean isIwarp() {
    return property("rdmadump.lab.link").equals("siw");
  }

  /** {@return the guest's own address, which its device loops back} */
  static InetSocketAddress address(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByName(property("rdmadump.lab.address")), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return how often something is done that may leave something behind} */
  static int times(String what, int usual) {
    return Integer.getInteger("rdmadump.lab." + what, usual);
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("-D" + name + " is not given: testdata/lab/run does it");
    }
    return value;
  }
}
