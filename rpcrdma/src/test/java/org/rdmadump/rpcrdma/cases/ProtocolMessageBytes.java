package org.rdmadump.rpcrdma.cases;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Messages of protocols other than RPC-over-RDMA, byte by byte as their specifications say. */
@SuppressWarnings("ByteBufferBackingArray") // all are allocated here
final class ProtocolMessageBytes {
  private static final int NAMESPACE = 1;

  private ProtocolMessageBytes() {}

  private static ByteBuffer little(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** [MS-SMBD] 2.2.1: versions 1.0, 255 credits, a greatest message of 1 MiB. */
  static byte[] smbRequest() {
    ByteBuffer request = little(20).putShort((short) 0x100).putShort((short) 0x100);
    request.putShort((short) 0).putShort((short) 255);
    return request.putInt(1364).putInt(8192).putInt(1 << 20).array();
  }

  /** [MS-SMBD] 2.2.3 with the header of an SMB2 request behind it. */
  static byte[] smbMessage() {
    ByteBuffer message = little(24 + 64 + 36).putShort((short) 255).putShort((short) 1);
    message.putShort((short) 0).putShort((short) 0).putInt(0).putInt(24).putInt(100).putInt(0);
    return message.put((byte) 0xfe).put(new byte[] {'S', 'M', 'B'}).putShort((short) 64).array();
  }

  /** A Connect command with its data in the capsule; NVMe over Fabrics 3.3. */
  static byte[] nvmeConnect() {
    ByteBuffer command = little(64 + 1024).put((byte) 0x7f).put((byte) 0x40).putShort((short) 5);
    command.put((byte) 1).position(24);
    return command.putLong(0).putInt(1024).put(new byte[] {0, 0, 0, 1}).array();
  }

  /** A Read of 8 blocks of 512 bytes into memory with a key. */
  static byte[] nvmeRead() {
    ByteBuffer command = transfer(64, (byte) 2).putLong(24, 0x7f00_0000_1000L);
    return command.putInt(32, 4096).putInt(35, 0x0042_1300).put(39, (byte) 0x4f).array();
  }

  /** A Write of 8 blocks of 512 bytes, which are in the capsule. */
  static byte[] nvmeWrite() {
    return transfer(64 + 4096, (byte) 1).putInt(32, 4096).put(39, (byte) 1).array();
  }

  private static ByteBuffer transfer(int length, byte opcode) {
    ByteBuffer command = little(length).put(opcode).put((byte) 0x40).putShort((short) 9);
    return command.putInt(NAMESPACE).putLong(40, 0x1000).putShort(48, (short) 7);
  }

  /** RFC 7145 9.3: a version, and how many Reads the initiator serves at once. */
  static byte[] iserHello() {
    return ByteBuffer.allocate(28).put((byte) 0x20).put((byte) 0xaa).putShort((short) 16).array();
  }

  /** A Login request without memory; RFC 7143 11.12. */
  static byte[] iserLogin() {
    ByteBuffer login = ByteBuffer.allocate(28 + 48 + 100).put((byte) 0x10);
    return login.put(28, (byte) 0x43).put(29, (byte) 0x87).putInt(32, 100).array();
  }

  /** A SCSI command that reads 4096 bytes, to be written to memory of the initiator. */
  static byte[] scsiCommand() {
    ByteBuffer command = ByteBuffer.allocate(28 + 48).put((byte) 0x14);
    command.putInt(16, 0x1234).putLong(20, 0x7f00_0000_1000L);
    return command.put(28, (byte) 0x01).put(29, (byte) 0xc1).putInt(48, 4096).array();
  }

  /** The response of that. */
  static byte[] scsiResponse() {
    ByteBuffer response = ByteBuffer.allocate(28 + 48).put((byte) 0x10);
    return response.put(28, (byte) 0x21).put(29, (byte) 0x80).array();
  }

  /** Private data of a host that asks for a queue; NVMe over RDMA transport 3.2. */
  static byte[] nvmePrivateData(int format, int queue) {
    ByteBuffer data = little(32).putShort((short) format).putShort((short) queue);
    return data.putShort((short) 32).putShort((short) 31).array();
  }
}
