package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.IpAddress;

/** Writes management datagrams of the CM, 256 bytes each. */
public final class CmMad {
  /** Queue key of queue pair 1, to which they are sent. */
  public static final int QUEUE_KEY = 0x80010000;

  private static final long CA_GUID = 0x505400fffe000000L;
  private static final int READS = 16;
  private static final int RETRIES = 7;

  private CmMad() {}

  /** {@return a REQ for a reliable connection} */
  public static byte[] req(
      long transaction,
      int localId,
      ServiceId service,
      int qpn,
      int psn,
      PathMtu mtu,
      IpAddress local,
      IpAddress remote,
      byte[] privateData) {
    ByteBuffer mad = mad(CmKind.REQ, transaction);
    putInt(mad, 0, localId);
    putLong(mad, 8, service.value());
    putLong(mad, 16, CA_GUID | Integer.toUnsignedLong(localId));
    putInt(mad, 32, (qpn << 8) | READS);
    putInt(mad, 36, READS);
    putInt(mad, 44, (psn << 8) | RETRIES);
    putInt(mad, 48, 0xffff0000 | (mtu.code() << 12) | (RETRIES << 8));
    putInt(mad, 52, 0xffffffff);
    putGid(mad, 56, local);
    putGid(mad, 72, remote);
    return put(mad, 140, privateData);
  }

  /** {@return a REP} */
  public static byte[] rep(
      long transaction, int localId, int remoteId, int qpn, int psn, byte[] privateData) {
    ByteBuffer mad = mad(CmKind.REP, transaction, localId, remoteId);
    putInt(mad, 12, qpn << 8);
    putInt(mad, 20, psn << 8);
    putInt(mad, 24, (READS << 24) | (READS << 16) | (RETRIES << 5));
    putLong(mad, 28, CA_GUID | Integer.toUnsignedLong(localId));
    return put(mad, 36, privateData);
  }

  /** {@return an RTU} */
  public static byte[] rtu(long transaction, int localId, int remoteId, byte[] privateData) {
    return put(mad(CmKind.RTU, transaction, localId, remoteId), 8, privateData);
  }

  /** {@return a REJ of a REQ} */
  public static byte[] rej(
      long transaction, int localId, int remoteId, RejectReason reason, byte[] privateData) {
    ByteBuffer mad = mad(CmKind.REJ, transaction, localId, remoteId);
    putInt(mad, 8, reason.code());
    return put(mad, 84, privateData);
  }

  /** {@return a DREQ} */
  public static byte[] dreq(
      long transaction, int localId, int remoteId, int remoteQpn, byte[] privateData) {
    ByteBuffer mad = mad(CmKind.DREQ, transaction, localId, remoteId);
    putInt(mad, 8, remoteQpn << 8);
    return put(mad, 12, privateData);
  }

  /** {@return a DREP} */
  public static byte[] drep(long transaction, int localId, int remoteId, byte[] privateData) {
    return put(mad(CmKind.DREP, transaction, localId, remoteId), 8, privateData);
  }

  /** {@return private data of a REQ: the IP addresses of both ends, then the program's own} */
  public static byte[] ipCm(
      IpAddress source, int sourcePort, IpAddress destination, byte[] privateData) {
    ByteBuffer data = ByteBuffer.allocate(IpCmPrivateData.LENGTH + privateData.length);
    data.put((byte) 0).put((byte) (source.isIpv4() ? 0x40 : 0x60)).putShort((short) sourcePort);
    putIp(data, source);
    putIp(data, destination);
    return data.put(privateData).array();
  }

  private static void putIp(ByteBuffer data, IpAddress address) {
    if (address.isIpv4()) {
      data.putLong(0).putInt(0).putInt((int) address.low());
    } else {
      data.putLong(address.high()).putLong(address.low());
    }
  }

  private static ByteBuffer mad(CmKind kind, long transaction, int localId, int remoteId) {
    ByteBuffer mad = mad(kind, transaction);
    putInt(mad, 0, localId);
    putInt(mad, 4, remoteId);
    return mad;
  }

  private static ByteBuffer mad(CmKind kind, long transaction) {
    ByteBuffer mad = ByteBuffer.allocate(MadHeader.MAD_LENGTH);
    mad.put((byte) 1)
        .put((byte) MadHeader.COMMUNICATION_MANAGEMENT)
        .put((byte) MadHeader.CM_CLASS_VERSION)
        .put((byte) MadHeader.SEND)
        .putInt(0)
        .putLong(transaction)
        .putShort((short) kind.attributeId());
    return mad;
  }

  private static void putInt(ByteBuffer mad, int offset, int value) {
    mad.putInt(MadHeader.LENGTH + offset, value);
  }

  private static void putLong(ByteBuffer mad, int offset, long value) {
    mad.putLong(MadHeader.LENGTH + offset, value);
  }

  private static void putGid(ByteBuffer mad, int offset, IpAddress gid) {
    putLong(mad, offset, gid.high());
    putLong(mad, offset + Long.BYTES, gid.low());
  }

  private static byte[] put(ByteBuffer mad, int offset, byte[] privateData) {
    byte[] bytes = new byte[MadHeader.MAD_LENGTH];
    mad.put(MadHeader.LENGTH + offset, privateData).get(0, bytes);
    return bytes;
  }
}
