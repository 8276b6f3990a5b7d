package org.rdmadump.exercise.endpoint;

/** Makes connections to other machines. */
public interface Connector {
  /**
   * {@return which device leads to a host}
   *
   * @throws EndpointException if none does, or the name is unknown
   */
  Route route(String host, int port, ConnectOptions options) throws EndpointException;

  /**
   * {@return a connection to a host}
   *
   * @param host name or address
   * @param port 1 to 65535
   * @throws EndpointException if it cannot be made, with whose doing that is
   */
  Endpoint connect(String host, int port, ConnectOptions options) throws EndpointException;
}
