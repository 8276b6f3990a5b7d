package org.rdmadump.iwarp.build;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Writes the FPDUs of one side, with markers where they are due (RFC 5044). */
public final class MpaStream {
  private static final int SPACING = 512;

  private final boolean markers;
  private int wrong;
  private final boolean crc;
  private long position;

  /** A stream that begins behind the start-up frame. */
  public MpaStream(boolean markers, boolean crc) {
    this.markers = markers;
    this.crc = crc;
  }

  /** Has markers inside of FPDUs point so many bytes too far back from now on. */
  void markersAreWrongBy(int bytes) {
    wrong = bytes;
  }

  /** {@return an FPDU with a DDP segment, as the next bytes of the stream} */
  public byte[] fpdu(byte[] ulpdu) {
    ByteBuffer content = ByteBuffer.allocate(2 + ulpdu.length + (-(2 + ulpdu.length) & 3));
    content.putShort((short) ulpdu.length).put(ulpdu);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int start = due() ? 4 : 0;
    int at = 0;
    while (at < content.capacity()) {
      marker(out, start);
      int untilNext = markers ? (int) (SPACING - position % SPACING) : content.capacity();
      int run = Math.min(content.capacity() - at, untilNext);
      out.write(content.array(), at, run);
      position += run;
      at += run;
    }
    marker(out, start);
    CRC32C sum = new CRC32C();
    sum.update(out.toByteArray());
    ByteBuffer field = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    field.putInt(crc ? (int) sum.getValue() : 0);
    out.writeBytes(field.array());
    position += 4;
    return out.toByteArray();
  }

  private boolean due() {
    return markers && position % SPACING == 0;
  }

  private void marker(ByteArrayOutputStream out, int start) {
    if (due()) {
      int back = out.size() > start ? out.size() - start + wrong : 0;
      out.writeBytes(ByteBuffer.allocate(4).putInt(back).array());
      position += 4;
    }
  }

  /** {@return an MPA Request or Reply Frame} */
  public static byte[] startUp(boolean request, int flags, int revision, byte[] privateData) {
    byte[] key =
        (request ? "MPA ID Req Frame" : "MPA ID Rep Frame").getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(20 + privateData.length)
        .put(key)
        .put((byte) flags)
        .put((byte) revision)
        .putShort((short) privateData.length)
        .put(privateData)
        .array();
  }
}
