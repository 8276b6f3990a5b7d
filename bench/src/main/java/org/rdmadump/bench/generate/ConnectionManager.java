package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.ib.mad.MadHeader;

/**
 * Writes the three messages that set a connection to NFS over RDMA up.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapter 12 and annex A11; private data of RFC
 * 8797.
 */
final class ConnectionManager {
  private static final int GENERAL_QP = 1;
  private static final int QUEUE_KEY = 0x80010000;
  private static final int DETH_LENGTH = 8;
  private static final int BASE_VERSION = 1;
  private static final int NFS_RDMA_PORT = 20049;
  private static final int FIRST_CLIENT_PORT = 32768;
  private static final int CLIENT_PORTS = 0x7fff;
  private static final long TRANSACTION = 2L << 32;
  private static final int SERVER_ID = 1 << 31;

  private static final int IPV4_IN_GID = 0xffff;
  private static final int IP_VERSION = 0x40;
  private static final int RPC_RDMA_MAGIC = 0xf6ab0e18;
  private static final int RPC_RDMA_VERSION_1_4096_BYTES = 0x01010303;

  private static final int REQ_PRIVATE_DATA = 140;
  private static final int REP_PRIVATE_DATA = 36;

  private final RocePackets packets;

  ConnectionManager(RocePackets packets) {
    this.packets = packets;
  }

  /**
   * Writes the request of the client.
   *
   * @param id the client's communication ID, above 0
   * @param mtuCode path MTU as in a REQ, 3 for 1024 and 5 for 4096
   */
  void request(FrameOutput out, Peers peers, int id, int mtuCode) throws IOException {
    ByteBuffer frame = begin(out, peers.client(), peers.server(), CmKind.REQ, id);
    int data = frame.position();
    zeros(frame);
    frame.putInt(data, id);
    frame.putLong(data + 8, ServiceId.ofIpCm(ServiceId.TCP, NFS_RDMA_PORT).value());
    frame.putInt(data + 32, peers.clientQp() << Byte.SIZE);
    // Each end names the PSN with which the other is to begin.
    frame.putInt(data + 44, peers.serverPsn() << Byte.SIZE);
    frame.putShort(data + 48, (short) -1);
    frame.put(data + 50, (byte) (mtuCode << 4));
    gid(frame, data + 56, peers.client());
    gid(frame, data + 72, peers.server());
    int addresses = data + REQ_PRIVATE_DATA;
    frame.put(addresses + 1, (byte) IP_VERSION);
    frame.putShort(addresses + 2, (short) (FIRST_CLIENT_PORT + (id & CLIENT_PORTS)));
    frame.putInt(addresses + 16, peers.client());
    frame.putInt(addresses + 32, peers.server());
    rpcRdma(frame, addresses + IpCmPrivateData.LENGTH);
    packets.end(out, DETH_LENGTH);
  }

  /** Writes the reply of the server. */
  void reply(FrameOutput out, Peers peers, int id) throws IOException {
    ByteBuffer frame = begin(out, peers.server(), peers.client(), CmKind.REP, id);
    int data = frame.position();
    zeros(frame);
    frame.putInt(data, id | SERVER_ID);
    frame.putInt(data + 4, id);
    frame.putInt(data + 12, peers.serverQp() << Byte.SIZE);
    frame.putInt(data + 20, peers.clientPsn() << Byte.SIZE);
    rpcRdma(frame, data + REP_PRIVATE_DATA);
    packets.end(out, DETH_LENGTH);
  }

  /** Writes that the client is ready. */
  void ready(FrameOutput out, Peers peers, int id) throws IOException {
    ByteBuffer frame = begin(out, peers.client(), peers.server(), CmKind.RTU, id);
    int data = frame.position();
    zeros(frame);
    frame.putInt(data, id);
    frame.putInt(data + 4, id | SERVER_ID);
    packets.end(out, DETH_LENGTH);
  }

  private ByteBuffer begin(FrameOutput out, int from, int to, CmKind kind, int id) {
    ByteBuffer frame =
        packets.begin(out, from, to, RocePackets.UD_SEND_ONLY, GENERAL_QP, id, false);
    frame.putInt(QUEUE_KEY).putInt(GENERAL_QP);
    frame.put((byte) BASE_VERSION).put((byte) MadHeader.COMMUNICATION_MANAGEMENT);
    frame.put((byte) MadHeader.CM_CLASS_VERSION).put((byte) MadHeader.SEND).putInt(0);
    frame.putLong(TRANSACTION | id);
    return frame.putShort((short) kind.attributeId()).putShort((short) 0).putInt(0);
  }

  private static void zeros(ByteBuffer frame) {
    for (int i = MadHeader.LENGTH; i < MadHeader.MAD_LENGTH; i += Integer.BYTES) {
      frame.putInt(0);
    }
  }

  private static void gid(ByteBuffer frame, int at, int ipv4) {
    frame.putInt(at + 8, IPV4_IN_GID).putInt(at + 12, ipv4);
  }

  private static void rpcRdma(ByteBuffer frame, int at) {
    frame.putInt(at, RPC_RDMA_MAGIC).putInt(at + 4, RPC_RDMA_VERSION_1_4096_BYTES);
  }
}
