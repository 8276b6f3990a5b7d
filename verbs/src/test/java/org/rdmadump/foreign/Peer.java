package org.rdmadump.foreign;

import java.net.InetSocketAddress;
import org.rdmadump.rdmacm.RdmaCm;

/** The Java side of a program of rdmacm-utils. */
@FunctionalInterface
interface Peer {
  /** How many messages a program sends unless it is told another number, and their bytes. */
  int MESSAGES = 10;

  /** Bytes of each of these messages. */
  int SIZE = 100;

  /**
   * Speaks with the program until the connection has ended.
   *
   * @param cm the libraries
   * @param address where a server listens: this side, or the program
   * @param ready called once the program may be started, by a side that waits for it
   * @return what was done
   */
  String talk(RdmaCm cm, InetSocketAddress address, Runnable ready) throws Exception;
}
