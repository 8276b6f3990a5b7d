package org.rdmadump.rpcrdma;

import java.util.Collections;
import java.util.List;

/**
 * Ports that carry RDMA in addition to its standard ports.
 *
 * <pre>{@code
 * RdmaCapture.builder().file(path).decodeAs(DecodeAs.USUAL).open();
 * }</pre>
 *
 * @param iwarpPorts TCP ports of services that use iWARP, besides 20049
 * @param rocePorts UDP destination ports of RoCE version 2, besides 4791
 */
public record DecodeAs(List<Integer> iwarpPorts, List<Integer> rocePorts) {
  /** No other ports. */
  public static final DecodeAs USUAL =
      new DecodeAs(Collections.emptyList(), Collections.emptyList());

  /** {@return the TCP ports} */
  public int[] tcp() {
    return array(iwarpPorts);
  }

  /** {@return the UDP ports} */
  public int[] udp() {
    return array(rocePorts);
  }

  private static int[] array(List<Integer> ports) {
    int[] array = new int[ports.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = ports.get(i);
    }
    return array;
  }
}
