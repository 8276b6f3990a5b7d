package org.rdmadump.rpc;

/**
 * The two kinds of RPC messages (RFC 5531 section 9, msg_type); ordinals are the wire's numbers.
 */
public enum RpcMessageType {
  CALL,
  REPLY
}
