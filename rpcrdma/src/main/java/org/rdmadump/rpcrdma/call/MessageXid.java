package org.rdmadump.rpcrdma.call;

import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/** The XID that an RPC message begins with. The header before it has to have the same. */
final class MessageXid {
  private MessageXid() {}

  /** The XID of a message; that of its header where that part of it was not seen. */
  static int of(Rope message, ParsedHeader parsed) {
    return message.has(0, Integer.BYTES) ? message.getInt(0) : parsed.xid();
  }

  /** What is to be said of a message with another XID than its header. */
  static Finding differs(int xid, Send send) {
    return send.finding(RpcRdmaRules.XID_DIFFERS, "the RPC message has the XID " + Hex.of(xid));
  }
}
