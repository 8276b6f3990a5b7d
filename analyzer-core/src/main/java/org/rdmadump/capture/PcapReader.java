package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.bytes.LittleEndian;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Reads the pcap file format, in either byte order, with time stamps in micro- or nanoseconds.
 *
 * <p>draft-ietf-opsawg-pcap. A record that is cut short ends the reading. Behind an impossible
 * length, the next records are found by their headers. A second file may follow the first without a
 * gap, as {@code cat} writes them: its header has the form of an empty record.
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
  private int snapLength;
  private PcapSearch search;

  /** Time of the record before, and of the last one at quite another time: one may be damaged. */
  private long lastSeconds;

  private long earlierSeconds;

  /** The header of the file is in the buffer, and its magic number is known. */
  private PcapReader(BlockReader reader) {
    super(reader);
    takeHeader(reader.array(), reader.at());
    this.origin = new CaptureInterface(snapLength, "", "");
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
    snapLength = wordAt(bytes, at + PcapFormat.SNAP_LENGTH);
    longestRecord = longestRecord(snapLength);
    linkType = PcapFormat.linkType(wordAt(bytes, at + PcapFormat.LINK_TYPE));
    fcsLength = PcapFormat.fcsLength(wordAt(bytes, at + PcapFormat.LINK_TYPE));
    search = new PcapSearch(reader, swapped, recordHeaderLength, NANOS_PER_SECOND / nanosPerUnit);
    lastSeconds = PcapSearch.ANY_TIME;
    earlierSeconds = PcapSearch.ANY_TIME;
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
    int original = wordAt(reader.array(), reader.at() + PcapFormat.ORIGINAL);
    // As a negative number, one of 2 GiB or more is refused as well.
    boolean isUsual =
        captured > 0
            && captured <= longestRecord
            && Integer.compareUnsigned(original - captured, PcapFormat.LONGEST_USUAL_RECORD) < 0;
    return isUsual ? record(frame, captured) : unusual(frame, captured, original);
  }

  private boolean record(Frame frame, int captured) throws IOException {
    int length = recordHeaderLength + captured;
    if (!reader.ensure(length)) {
      return cutShort(captured, reader.available() - recordHeaderLength);
    }
    byte[] array = reader.array();
    int at = reader.at();
    long seconds = Integer.toUnsignedLong(wordAt(array, at + PcapFormat.SECONDS));
    if (!PcapSearch.areNear(seconds, lastSeconds)) {
      earlierSeconds = lastSeconds;
    }
    lastSeconds = seconds;
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

  /** A record of no bytes, of more than were on the wire, or of an impossible length. */
  private boolean unusual(Frame frame, int captured, int original) throws IOException {
    if (captured == 0 && PcapFormat.beginsAgain(reader.array(), reader.at())) {
      int lacked = passHeaders();
      return lacked > 0 ? end(lacked) : next(frame);
    }
    boolean isPossible =
        captured >= 0
            && captured <= longestRecord
            && !search.isZero(0)
            && search.mayFollow(recordHeaderLength + captured, longestRecord);
    if (isPossible) {
      return record(frame, captured);
    }
    if (PcapngFormat.isSection(reader.array(), reader.at())) {
      return ends(Damage.joined(reader.position(), frames, "pcapng"));
    }
    Damage what = impossible(captured, original);
    search.near(lastSeconds, earlierSeconds);
    int likely = snapLength > 0 ? Math.min(original, snapLength) : original;
    if (search.isOfLength(likely)) {
      passedOver(what, 0);
      return record(frame, likely);
    }
    passedOver(what, search.pass());
    return next(frame);
  }

  private Damage impossible(int captured, int original) {
    String why =
        search.isZero(0)
            ? " (zeros in place of a record)"
            : " ("
                + Integer.toUnsignedString(captured)
                + " bytes, at most "
                + Integer.toUnsignedString(
                    captured > 0 && captured <= longestRecord ? original : longestRecord)
                + ")";
    long number = frames + 1;
    return new Damage(reader.position(), number, "impossible length in frame " + number + why);
  }

  /** Passes headers of other files, until a frame is here; as {@link #passHeader}. */
  private int passHeaders() throws IOException {
    int lacked = 0;
    while (lacked == 0 && PcapFormat.beginsAgain(reader.array(), reader.at())) {
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

  private boolean end(int needed) {
    int had = reader.available();
    return !isDamaged() && (had > 0 ? cutShort(needed, had) : endsWell());
  }

  private boolean cutShort(int needed, int had) {
    String where = "frame " + (frames + 1);
    return ends(Damage.cutShort(reader.position(), frames + 1, where, needed, had));
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
