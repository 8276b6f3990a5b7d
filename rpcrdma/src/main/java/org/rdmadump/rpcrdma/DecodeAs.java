package org.rdmadump.rpcrdma;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Ports that carry RDMA in addition to its standard ports, and what services carry.
 *
 * <pre>{@code
 * RdmaCapture.builder().file(path).decodeAs(DecodeAs.USUAL).open();
 * }</pre>
 *
 * @param iwarpPorts TCP ports of services that use iWARP, besides 20049
 * @param rocePorts UDP destination ports of RoCE version 2, besides 4791
 * @param services protocols by the port of their service: the port that the connection manager asks
 *     for, or the TCP port of iWARP
 */
public record DecodeAs(
    List<Integer> iwarpPorts, List<Integer> rocePorts, Map<Integer, ServiceProtocol> services) {
  /** No other ports. */
  public static final DecodeAs USUAL =
      new DecodeAs(Collections.emptyList(), Collections.emptyList());

  private static final int LAST_PORT = 0xffff;

  /**
   * Copies the ports.
   *
   * @throws IllegalArgumentException if one is not in 0 to 65535
   */
  public DecodeAs {
    iwarpPorts = List.copyOf(iwarpPorts);
    rocePorts = List.copyOf(rocePorts);
    services = Map.copyOf(services);
    requirePorts(iwarpPorts);
    requirePorts(rocePorts);
    requirePorts(services.keySet());
  }

  private static void requirePorts(Collection<Integer> ports) {
    for (int port : ports) {
      if (port < 0 || port > LAST_PORT) {
        throw new IllegalArgumentException("port " + port + " is not in 0 to " + LAST_PORT);
      }
    }
  }

  /** Ports whose services say themselves what they carry. */
  public DecodeAs(List<Integer> iwarpPorts, List<Integer> rocePorts) {
    this(iwarpPorts, rocePorts, Collections.emptyMap());
  }

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
