package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.bytes.LittleEndian;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Reads the pcap file format, in either byte order, with time stamps in micro- or nanoseconds.
 *
 * <p>draft-ietf-opsawg-pcap. A record that is cut short or has an impossible length ends the
 * reading: the format has nothing to find the next record by. A second file may follow the first
 * without a gap, as {@code cat} writes them: its header has the form of an empty record.
 */
final class PcapReader extends CaptureReader {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final CaptureInterface origin;
  private boolean swapped;
  private int nanosPerUnit;
  private int recordHeaderLength;
  private int longestRecord;
  private int linkType;
  private int fcsLength;

  /** The header of the file is in the buffer, and its magic number is known. */
  private PcapReader(BlockReader reader) {
    super(reader);
    takeHeader(reader.array(), reader.at());
    this.origin = new CaptureInterface(snapLength(reader.array(), reader.at()), "", "");
  }

  /** Takes over what the header at {@code at} says of the records behind it. */
  private void takeHeader(byte[] bytes, int at) {
    int magic = NetworkOrder.intAt(bytes, at + PcapFormat.MAGIC);
    swapped = !PcapFormat.isMagicInOrder(magic);
    int format = ordered(magic);
    nanosPerUnit = format == PcapFormat.NANOSECONDS ? 1 : 1000;
    recordHeaderLength =
        format == PcapFormat.MODIFIED
            ? PcapFormat.MODIFIED_RECORD_HEADER_LENGTH
            : PcapFormat.RECORD_HEADER_LENGTH;
    longestRecord = longestRecord(snapLength(bytes, at));
    linkType = PcapFormat.linkType(wordAt(bytes, at + PcapFormat.LINK_TYPE));
    fcsLength = PcapFormat.fcsLength(wordAt(bytes, at + PcapFormat.LINK_TYPE));
  }

  private int snapLength(byte[] bytes, int at) {
    return wordAt(bytes, at + PcapFormat.SNAP_LENGTH);
  }

  /** Reads the file header, whose magic number is in the buffer and known. */
  static FrameSource open(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(PcapFormat.HEADER_LENGTH)) {
      return new NoFrames(reader, PcapFormat.HEADER_LENGTH);
    }
    ByteBuffer bytes = reader.buffer();
    int at = reader.at();
    PcapReader pcap = new PcapReader(reader);
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
      return end(recordHeaderLength);
    }
    int captured = wordAt(reader.array(), reader.at() + PcapFormat.CAPTURED);
    if (captured == 0 && beginsAgain(reader.array(), reader.at())) {
      int lacked = passHeaders();
      return lacked > 0 ? end(lacked) : next(frame);
    }
    // As a negative number, one of 2 GiB or more is refused as well.
    if (captured < 0 || captured > longestRecord) {
      return refuse(captured);
    }
    int length = recordHeaderLength + captured;
    if (!reader.ensure(length)) {
      return cutShort(captured, reader.available() - recordHeaderLength);
    }
    byte[] array = reader.array();
    int at = reader.at();
    long seconds = Integer.toUnsignedLong(wordAt(array, at + PcapFormat.SECONDS));
    long fraction = Integer.toUnsignedLong(wordAt(array, at + PcapFormat.FRACTION));
    int original = original(wordAt(array, at + PcapFormat.ORIGINAL), captured);
    frame.set(
        reader.buffer(),
        at + recordHeaderLength,
        captured,
        original,
        seconds * NANOS_PER_SECOND + fraction * nanosPerUnit,
        linkType,
        0,
        ++frames);
    if (fcsLength > 0) {
      frame.endsWithCheck(fcsLength);
    }
    reader.advance(length);
    return true;
  }

  /** Passes headers of other files, until a frame is here; as {@link #passHeader}. */
  private int passHeaders() throws IOException {
    int lacked = 0;
    while (lacked == 0 && beginsAgain(reader.array(), reader.at())) {
      lacked = passHeader();
    }
    return lacked;
  }

  /**
   * Takes over the header of another file, and passes it.
   *
   * @return the bytes of it, or of the record header behind it, if the file ends before; else 0
   */
  private int passHeader() throws IOException {
    if (!reader.ensure(PcapFormat.HEADER_LENGTH)) {
      return PcapFormat.HEADER_LENGTH;
    }
    takeHeader(reader.array(), reader.at());
    reader.advance(PcapFormat.HEADER_LENGTH);
    return reader.ensure(recordHeaderLength) ? 0 : recordHeaderLength;
  }

  @Override
  public CaptureInterface origin() {
    return origin;
  }

  /**
   * {@return whether the header of another file is here: a record of no bytes, at a time in the
   * year 2055 that is the magic number}
   */
  private static boolean beginsAgain(byte[] array, int at) {
    int magic = NetworkOrder.intAt(array, at + PcapFormat.MAGIC);
    int version =
        PcapFormat.isMagicInOrder(magic) ? PcapFormat.VERSION : PcapFormat.SWAPPED_VERSION;
    return PcapFormat.isMagic(magic)
        && NetworkOrder.intAt(array, at + PcapFormat.CAPTURED) == 0
        && NetworkOrder.intAt(array, at + PcapFormat.ORIGINAL) == 0
        && NetworkOrder.intAt(array, at + PcapFormat.MAJOR) == version;
  }

  private boolean end(int needed) {
    int had = reader.available();
    return had > 0 && !isDamaged() && cutShort(needed, had);
  }

  private boolean cutShort(int needed, int had) {
    String where = "frame " + (frames + 1);
    return damaged(Damage.cutShort(reader.position(), frames + 1, where, needed, had));
  }

  private boolean refuse(int captured) {
    if (PcapngFormat.isSection(reader.array(), reader.at())) {
      return damaged(Damage.joined(reader.position(), frames, "pcapng"));
    }
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
