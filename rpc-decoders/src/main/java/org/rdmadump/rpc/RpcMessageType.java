package org.rdmadump.rpc;

/** The two kinds of RPC messages (RFC 5531 section 9, msg_type). */
public enum RpcMessageType {
  CALL(0),
  REPLY(1);

  private final int number;

  RpcMessageType(int number) {
    this.number = number;
  }

  /** {@return the number on the wire} */
  public int number() {
    return number;
  }
}
