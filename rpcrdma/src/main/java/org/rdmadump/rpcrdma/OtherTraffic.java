package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.capture.Frame;
import org.rdmadump.net.Datagram;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.RequestTally;

/** What a capture holds beside RPC-over-RDMA: NFS without RDMA, and RDMA of other protocols. */
public final class OtherTraffic {
  /** Where NFS servers listen without RDMA (RFC 7530 section 3.1). */
  public static final int NFS_PORT = 2049;

  /** Record mark, then XID, message type, RPC version, program (RFC 5531 sections 9 and 11). */
  private static final int RECORD_MARK = 4;

  /** How long a TCP header is (RFC 9293 section 3.1). */
  private static final int DATA_OFFSET_AT = 12;

  private static final int TYPE_AT = 4;
  private static final int VERSION_AT = 8;
  private static final int PROGRAM_AT = 12;
  private static final int CALL_START = 16;
  private static final int RPC_VERSION = 2;
  private static final int NFS_PROGRAM = 100003;
  private static final int NONE = -1;

  private long nfsOverTcp;
  private long nfsOverUdp;
  private int otherNfsPort;
  private long operations;
  private long sends;
  private long connections;
  private int nvmeConnections;
  private long nvmeCommands;
  private int undecodedLinkType = NONE;

  public OtherTraffic() {}

  /** Counts a TCP segment; only as long as no connection was found that carries iWARP. */
  public void tcp(Frame holder, Datagram segment) {
    ByteBuffer bytes = holder.bytes();
    int at = segment.payloadOffset();
    int captured = segment.payloadCaptured();
    if (captured > DATA_OFFSET_AT) {
      int header = ((bytes.get(at + DATA_OFFSET_AT) & 0xf0) >> 4) * Integer.BYTES;
      int from = bytes.getShort(at) & 0xffff;
      int to = bytes.getShort(at + Short.BYTES) & 0xffff;
      if (isNfs(bytes, at + header + RECORD_MARK, captured - header - RECORD_MARK, from, to)) {
        nfsOverTcp++;
      }
    }
  }

  /** Counts a UDP datagram that is not decoded. */
  public void udp(Frame holder, Datagram datagram) {
    if (isNfs(
        holder.bytes(),
        datagram.payloadOffset(),
        datagram.payloadCaptured(),
        datagram.sourcePort(),
        datagram.destinationPort())) {
      nfsOverUdp++;
    }
  }

  private boolean isNfs(ByteBuffer bytes, int at, int captured, int from, int to) {
    if (from == NFS_PORT || to == NFS_PORT) {
      return true;
    }
    if (otherNfsPort != 0 && (from == otherNfsPort || to == otherNfsPort)) {
      return true;
    }
    if (captured >= CALL_START && isNfsCall(bytes, at)) {
      otherNfsPort = to;
      return true;
    }
    return false;
  }

  private static boolean isNfsCall(ByteBuffer bytes, int at) {
    return bytes.getInt(at + PROGRAM_AT) == NFS_PROGRAM
        && bytes.getInt(at + VERSION_AT) == RPC_VERSION
        && bytes.getInt(at + TYPE_AT) == 0;
  }

  /** Counts a connection that ended without RPC-over-RDMA, or datagrams, and their requests. */
  public void connection(ConnectionRecord ended) {
    if (ended.isMereSign()) {
      return;
    }
    connections++;
    for (Direction direction : Direction.values()) {
      for (Map.Entry<RequestKind, RequestTally> each : ended.requests(direction).entrySet()) {
        requests(each.getKey(), each.getValue());
      }
    }
  }

  private void requests(RequestKind kind, RequestTally tally) {
    if (kind.isSend()) {
      sends += tally.count();
    } else {
      operations += tally.count();
    }
  }

  /** Takes note of a frame whose link type, or what that says it holds, is not decoded. */
  public void undecoded(int linkType) {
    if (undecodedLinkType == NONE) {
      undecodedLinkType = linkType;
    }
  }

  /** {@return the first link type that was not decoded, if there was one} */
  public OptionalInt undecodedLinkType() {
    return undecodedLinkType == NONE ? OptionalInt.empty() : OptionalInt.of(undecodedLinkType);
  }

  /** Counts a connection with commands of NVMe over RDMA. */
  public void nvmeConnection() {
    nvmeConnections++;
  }

  /** {@return connections with commands of NVMe over RDMA} */
  public int nvmeConnections() {
    return nvmeConnections;
  }

  /** Counts a command of NVMe over RDMA. */
  public void nvmeCommand() {
    nvmeCommands++;
  }

  /** {@return commands of NVMe over RDMA, and responses without theirs} */
  public long nvmeCommands() {
    return nvmeCommands;
  }

  /** {@return TCP segments of NFS without RDMA} */
  public long nfsOverTcp() {
    return nfsOverTcp;
  }

  /** {@return UDP datagrams of NFS} */
  public long nfsOverUdp() {
    return nfsOverUdp;
  }

  /** {@return the server's port of that NFS} */
  public int nfsPort() {
    return otherNfsPort == 0 ? NFS_PORT : otherNfsPort;
  }

  /** {@return all their requests but Sends} */
  public long operations() {
    return operations;
  }

  /** {@return their Sends} */
  public long sends() {
    return sends;
  }

  /** {@return connections without RPC-over-RDMA, and queue pairs with datagrams} */
  public long connections() {
    return connections;
  }
}
