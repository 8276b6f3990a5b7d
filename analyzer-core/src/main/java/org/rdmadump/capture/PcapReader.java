package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.bytes.LittleEndian;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Reads the pcap file format, in either byte order, with time stamps in micro- or nanoseconds.
 *
 * <p>draft-ietf-opsawg-pcap. A record that is cut short or has an impossible length ends the
 * reading: the format has nothing to find the next record by.
 */
final class PcapReader extends CaptureReader {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final boolean swapped;
  private final int nanosPerUnit;
  private final int recordHeaderLength;
  private final int longestRecord;
  private final int linkType;
  private final int fcsLength;
  private final CaptureInterface origin;

  private PcapReader(BlockReader reader, int magic, int snapLength, int linkTypeWord) {
    super(reader);
    this.swapped = !PcapFormat.isMagicInOrder(magic);
    int format = ordered(magic);
    this.nanosPerUnit = format == PcapFormat.NANOSECONDS ? 1 : 1000;
    this.recordHeaderLength =
        format == PcapFormat.MODIFIED
            ? PcapFormat.MODIFIED_RECORD_HEADER_LENGTH
            : PcapFormat.RECORD_HEADER_LENGTH;
    this.longestRecord = longestRecord(ordered(snapLength));
    this.linkType = PcapFormat.linkType(ordered(linkTypeWord));
    this.origin = new CaptureInterface(ordered(snapLength), "", "");
    this.fcsLength = PcapFormat.fcsLength(ordered(linkTypeWord));
  }

  /** Reads the file header, whose magic number is in the buffer and known. */
  static FrameSource open(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(PcapFormat.HEADER_LENGTH)) {
      return new NoFrames(reader, PcapFormat.HEADER_LENGTH);
    }
    ByteBuffer bytes = reader.buffer();
    int at = reader.at();
    PcapReader pcap =
        new PcapReader(
            reader,
            bytes.getInt(at + PcapFormat.MAGIC),
            bytes.getInt(at + PcapFormat.SNAP_LENGTH),
            bytes.getInt(at + PcapFormat.LINK_TYPE));
    int major = pcap.ordered(bytes.getShort(at + PcapFormat.MAJOR));
    if (major != PcapFormat.MAJOR_VERSION) {
      throw new NotACaptureException(name, "pcap of version " + major + ", only 2 is supported");
    }
    reader.advance(PcapFormat.HEADER_LENGTH);
    return pcap;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (!reader.ensure(recordHeaderLength)) {
      return end();
    }
    byte[] array = reader.array();
    int at = reader.at();
    int captured = wordAt(array, at + PcapFormat.CAPTURED);
    // As a negative number, one of 2 GiB or more is refused as well.
    if (captured < 0 || captured > longestRecord) {
      return refuse(captured);
    }
    int length = recordHeaderLength + captured;
    if (reader.available() < length) {
      if (!reader.ensure(length)) {
        return cutShort(captured, reader.available() - recordHeaderLength);
      }
      array = reader.array();
      at = reader.at();
    }
    long seconds = Integer.toUnsignedLong(wordAt(array, at + PcapFormat.SECONDS));
    long fraction = Integer.toUnsignedLong(wordAt(array, at + PcapFormat.FRACTION));
    int original = Lengths.original(wordAt(array, at + PcapFormat.ORIGINAL), captured);
    frame.set(
        reader.buffer(),
        at + recordHeaderLength,
        Lengths.capturedWithoutFcs(captured, original, fcsLength),
        Lengths.originalWithoutFcs(original, fcsLength),
        seconds * NANOS_PER_SECOND + fraction * nanosPerUnit,
        linkType,
        0,
        ++frames);
    if (fcsLength > 0) {
      Lengths.check(frame, captured, original);
    }
    reader.advance(length);
    return true;
  }

  @Override
  public CaptureInterface origin() {
    return origin;
  }

  private boolean end() {
    int had = reader.available();
    return had > 0 && !isDamaged() && cutShort(recordHeaderLength, had);
  }

  private boolean cutShort(int needed, int had) {
    String where = "frame " + (frames + 1);
    return damaged(Damage.cutShort(reader.position(), frames + 1, where, needed, had));
  }

  private boolean refuse(int captured) {
    return damaged(
        new Damage(
            reader.position(),
            frames + 1,
            "impossible length in frame "
                + (frames + 1)
                + " ("
                + Integer.toUnsignedString(captured)
                + " bytes, at most "
                + longestRecord
                + ")"));
  }

  private int wordAt(byte[] bytes, int at) {
    return swapped ? LittleEndian.intAt(bytes, at) : NetworkOrder.intAt(bytes, at);
  }

  private int ordered(int value) {
    return swapped ? Integer.reverseBytes(value) : value;
  }

  private int ordered(short value) {
    return (swapped ? Short.reverseBytes(value) : value) & 0xffff;
  }

  private static int longestRecord(int snapLength) {
    // Some writers put 0, -1 or too little here.
    return snapLength < 0
        ? PcapFormat.LONGEST_USUAL_RECORD
        : Math.min(
            Math.max(snapLength, PcapFormat.LONGEST_USUAL_RECORD),
            BlockReader.LIMIT - PcapFormat.MODIFIED_RECORD_HEADER_LENGTH);
  }
}
