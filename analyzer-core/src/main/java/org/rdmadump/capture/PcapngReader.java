package org.rdmadump.capture;

import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.rdmadump.finding.Hex;

/**
 * Reads the pcapng file format: any number of sections, each in its own byte order, with any number
 * of interfaces.
 *
 * <p>draft-ietf-opsawg-pcapng. Blocks that carry no frame are skipped and may be of any length. A
 * Simple Packet Block has no time stamp; its frame gets the time of the frame before it, 0 if it is
 * the first, so that time does not jump. A block that contradicts itself is passed over; if its two
 * lengths differ, up to the next packet, interface or section. One that is cut short ends the
 * reading, as does a section of another version.
 */
final class PcapngReader extends CaptureReader {
  /** Interfaces that a section may have before it is taken for damaged. */
  static final int MOST_INTERFACES = 65_536;

  private static final int FIRST_CAPACITY = 4;
  private static final PcapngInterface NONE =
      new PcapngInterface(0, 0, Resolution.MICROSECONDS, 0, CaptureInterface.UNKNOWN, 0);

  /** Blocks, and bytes, that are looked at to learn whether interfaces are over. */
  private static final int LOOK_AHEAD = 128;

  private static final int LONGEST_LOOK = 1 << 22;

  /** Bytes of a block without a frame: the length of one that is longer is not believed. */
  private static final long LONGEST_SKIPPED = 1 << 28;

  /** Options of a packet, or a section header: a length with more is not believed at a cut. */
  private static final int LONGEST_OPTIONS = 1 << 12;

  /** Bytes of a statistics block that is looked at: counts and a comment. */
  private static final int LONGEST_STATISTICS = 1 << 12;

  private final PcapngBlock block;

  /** Those of the current section. */
  private PcapngInterface[] interfaces = new PcapngInterface[FIRST_CAPACITY];

  private int interfaceCount;

  private final InterfacePlaces places = new InterfacePlaces();

  /** Of each interface that another may go on from, frames in a look ahead. */
  private final int[] shown = new int[InterfacePlaces.MOST_LATEST];

  /** Number of the current section's first interface, counted over all sections. */
  private int firstInterface;

  private long lastNanos;
  private final PcapngDrops drops = new PcapngDrops();
  private final PcapngSearch search;
  private CaptureInterface origin = CaptureInterface.UNKNOWN;

  private PcapngReader(BlockReader reader) {
    super(reader);
    this.block = new PcapngBlock(reader);
    this.search = new PcapngSearch(reader, block);
    Arrays.fill(interfaces, NONE);
  }

  /** Opens an input that starts with the type of a Section Header Block. */
  static FrameSource open(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(PcapngFormat.SHORTEST_BLOCK)) {
      return new NoFrames(reader, PcapngFormat.SHORTEST_BLOCK);
    }
    int magic = reader.buffer().getInt(reader.at() + PcapngFormat.SECTION_BYTE_ORDER);
    if (!PcapngFormat.isByteOrder(magic)) {
      throw new NotACaptureException(
          name, "not a pcapng capture (byte-order magic " + Hex.of(magic) + ")");
    }
    return new PcapngReader(reader);
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    while (!isDamaged() && reader.ensure(PcapngFormat.SHORTEST_BLOCK)) {
      int type = block.intAt(PcapngFormat.TYPE);
      if (type == PcapngFormat.SECTION_HEADER) {
        if (!startSection()) {
          return false;
        }
        continue;
      }
      if (PcapFormat.isMagic(reader.buffer().getInt(reader.at()))) {
        return ends(Damage.joined(reader.position(), frames, "pcap"));
      }
      long length = Integer.toUnsignedLong(block.intAt(PcapngFormat.TOTAL_LENGTH));
      if (isSkipped(type, length)) {
        skipBlock(length);
        continue;
      }
      int whole = whole(type, length);
      if (whole == 0) {
        continue;
      }
      switch (type) {
        case PcapngFormat.ENHANCED_PACKET, PcapngFormat.PACKET -> {
          if (packet(frame, type, whole)) {
            return true;
          }
        }
        case PcapngFormat.SIMPLE_PACKET -> {
          if (simplePacket(frame, whole)) {
            return true;
          }
        }
        case PcapngFormat.INTERFACE_DESCRIPTION -> addInterface(whole);
        default -> {
          if (type == PcapngFormat.INTERFACE_STATISTICS && whole <= LONGEST_STATISTICS) {
            drops.read(block, whole, interfaceCount);
          }
          reader.advance(whole);
        }
      }
    }
    return end();
  }

  /** Begins a section; false if nothing can be read behind its header. */
  private boolean startSection() throws IOException {
    int magic = reader.buffer().getInt(reader.at() + PcapngFormat.SECTION_BYTE_ORDER);
    if (!PcapngFormat.isByteOrder(magic)) {
      passedOver(impossible("byte-order magic " + Hex.of(magic)), search.pass());
      return true;
    }
    block.swaps(magic != PcapngFormat.BYTE_ORDER_MAGIC);
    if (!reader.ensure(PcapngFormat.SECTION_OPTIONS)) {
      return cutShort(false, PcapngFormat.SECTION_OPTIONS, reader.available());
    }
    int major = block.shortAt(PcapngFormat.SECTION_MAJOR);
    if (major != PcapngFormat.MAJOR_VERSION) {
      return refuse("a section of version " + major);
    }
    firstInterface += interfaceCount;
    interfaceCount = 0;
    search.interfaces(0);
    drops.nextSection();
    places.clear();
    long length = Integer.toUnsignedLong(block.intAt(PcapngFormat.TOTAL_LENGTH));
    reader.advance(whole(PcapngFormat.SECTION_HEADER, length));
    return !isDamaged();
  }

  private void addInterface(int length) {
    if (length < PcapngFormat.INTERFACE_OPTIONS + PcapngFormat.TRAILER_LENGTH) {
      refuse("an interface description of " + length + " bytes");
      return;
    }
    if (interfaceCount == MOST_INTERFACES) {
      passOver(length, "more than " + MOST_INTERFACES + " interfaces");
      return;
    }
    if (interfaceCount == interfaces.length) {
      interfaces = Arrays.copyOf(interfaces, 2 * interfaceCount);
    }
    interfaces[interfaceCount++] = PcapngInterface.read(block, length);
    search.interfaces(interfaceCount);
    reader.advance(length);
  }

  @Override
  public OptionalLong dropped() {
    return drops.sum();
  }

  @Override
  public CaptureInterface origin() {
    return origin;
  }

  /**
   * An Enhanced Packet Block or an obsolete Packet Block, which is whole in the buffer; false if it
   * was passed over.
   */
  private boolean packet(Frame frame, int type, int length) throws IOException {
    int room = length - PcapngFormat.PACKET_DATA - PcapngFormat.TRAILER_LENGTH;
    if (room < 0) {
      return passOver(length, "a packet block of " + length + " bytes");
    }
    int captured = block.intAt(PcapngFormat.PACKET_CAPTURED);
    if (captured < 0 || captured > room) {
      return passOver(
          length, Integer.toUnsignedString(captured) + " captured bytes in a block of " + length);
    }
    int id = block.interfaceAt(0, type);
    if (id < 0 || id >= interfaceCount) {
      return passOver(
          length,
          "interface " + Integer.toUnsignedString(id) + " of " + interfaceCount + " in use");
    }
    PcapngInterface on = interfaces[id];
    int fcsLength = on.fcsLength();
    int options = PcapngFormat.padded(captured);
    if (room > options && type == PcapngFormat.ENHANCED_PACKET) {
      fcsLength = readOptions(PcapngFormat.PACKET_DATA + options, length, id, fcsLength);
    } else if (type == PcapngFormat.PACKET) {
      drops.ofPacket(id, interfaceCount, block.shortAt(PcapngFormat.PACKET_DROPS));
    }
    lastNanos = on.resolution().nanos(stamp(0));
    int original = original(block.intAt(PcapngFormat.PACKET_ORIGINAL), captured);
    deliver(frame, on, id, PcapngFormat.PACKET_DATA, captured, original, fcsLength);
    reader.advance(length);
    return true;
  }

  /** A Simple Packet Block, which is whole in the buffer; false if it was passed over. */
  private boolean simplePacket(Frame frame, int length) throws IOException {
    int room = length - PcapngFormat.SIMPLE_DATA - PcapngFormat.TRAILER_LENGTH;
    if (room < 0) {
      return passOver(length, "a simple packet block of " + length + " bytes");
    }
    if (interfaceCount == 0) {
      return passOver(length, "interface 0 of 0 in use");
    }
    PcapngInterface on = interfaces[0];
    int original = original(block.intAt(PcapngFormat.SIMPLE_ORIGINAL), 0);
    int captured = original;
    if (on.snapLength() > 0) {
      captured = Math.min(captured, on.snapLength());
    }
    if (captured > room) {
      return passOver(length, captured + " captured bytes in a block of " + length);
    }
    deliver(frame, on, 0, PcapngFormat.SIMPLE_DATA, captured, original, on.fcsLength());
    reader.advance(length);
    return true;
  }

  private void deliver(
      Frame frame, PcapngInterface on, int id, int data, int captured, int original, int fcsLength)
      throws IOException {
    if (interfaceCount > 1) {
      if (places.of(id) == InterfacePlaces.NOT_YET) {
        findPlace(id);
      } else {
        places.frame(id, lastNanos);
      }
    }
    frame.set(
        reader.buffer(),
        reader.at() + data,
        captured,
        original,
        lastNanos,
        on.linkType(),
        firstInterface + id,
        ++frames);
    origin = on.described();
    if (fcsLength > 0) {
      frame.endsWithCheck(fcsLength);
    }
    if (interfaceCount > 1) {
      frame.viewpoint(firstInterface + places.of(id) + 1);
    }
  }

  /** Where an interface was captured whose first frame is next in the buffer. */
  private void findPlace(int id) throws IOException {
    int alike = 0;
    for (int i = 0; i < places.latestCount(); i++) {
      if (interfaces[places.latest(i)].isLike(interfaces[id])) {
        alike |= 1 << i;
      }
    }
    int over = alike == 0 ? 0 : over(alike);
    if (over == 0) {
      places.begin(id);
    } else {
      int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(over);
      places.goOn(id, last, lastNanos);
    }
  }

  /**
   * Which interfaces have hardly a frame in what comes next, as far as a look ahead tells. Two
   * interfaces that see the same packets show them in turns.
   *
   * @param alike bits of those to look for, by their places among the latest ones
   */
  private int over(int alike) throws IOException {
    int over = alike;
    Arrays.fill(shown, 0);
    int at = 0;
    for (int i = 0; i < LOOK_AHEAD && over != 0 && isAhead(at + PcapngFormat.PACKET_DATA); i++) {
      int type = block.intAt(at + PcapngFormat.TYPE);
      long length = Integer.toUnsignedLong(block.intAt(at + PcapngFormat.TOTAL_LENGTH));
      if (type == PcapngFormat.SECTION_HEADER
          || !PcapngFormat.isPossible(length)
          || length > LONGEST_LOOK) {
        return over;
      }
      if (type == PcapngFormat.ENHANCED_PACKET || type == PcapngFormat.PACKET) {
        int id = block.interfaceAt(at, type);
        int index = places.indexOfLatest(id);
        if (index >= 0 && (over >>> index & 1) != 0) {
          long nanos = interfaces[id].resolution().nanos(stamp(at));
          if (InterfacePlaces.isGoingOn(++shown[index], nanos, lastNanos)) {
            over &= ~(1 << index);
          }
        }
      }
      at += (int) length;
    }
    return over;
  }

  /** Whether so many bytes come next; a buffer of twice as many is not moved for each look. */
  private boolean isAhead(int count) throws IOException {
    if (reader.available() < count && count <= LONGEST_LOOK) {
      reader.reserve(2 * count);
      try {
        reader.ensure(count);
      } catch (CorruptInputException e) {
        // It is met again behind the frames before it.
      }
    }
    return reader.available() >= count;
  }

  /** The time stamp of a packet block, as it stands there. */
  private long stamp(int at) {
    long high = Integer.toUnsignedLong(block.intAt(at + PcapngFormat.PACKET_TIME_HIGH));
    long low = Integer.toUnsignedLong(block.intAt(at + PcapngFormat.PACKET_TIME_LOW));
    return (high << Integer.SIZE) | low;
  }

  /**
   * Reads the options of an Enhanced Packet Block.
   *
   * @param otherwise the length of the frame check sequence on its interface
   * @return the length that epb_flags gives, or else that
   */
  private int readOptions(int options, int length, int id, int otherwise) {
    int end = length - PcapngFormat.TRAILER_LENGTH;
    int at = options;
    int fcsLength = 0;
    while (block.hasOption(at, end)) {
      int code = block.shortAt(at + PcapngFormat.OPTION_CODE);
      int size = block.shortAt(at + PcapngFormat.OPTION_LENGTH);
      int value = at + PcapngFormat.OPTION_VALUE;
      if (code == PcapngFormat.EPB_FLAGS && size == Integer.BYTES) {
        fcsLength = PcapngFormat.fcsLength(block.intAt(value));
      } else if (code == PcapngFormat.EPB_DROPCOUNT && size == Long.BYTES) {
        drops.ofEnhancedPacket(id, interfaceCount, block.longAt(value));
      }
      at = value + PcapngFormat.padded(size);
    }
    return fcsLength == 0 ? otherwise : fcsLength;
  }

  /** Whether a block is passed without a look at what it holds, and need not fit the buffer. */
  private static boolean isSkipped(int type, long length) {
    return PcapngFormat.isPossible(length)
        && length > RecordSearch.LONGEST
        && length <= LONGEST_SKIPPED
        && !PcapngFormat.isKept(type)
        && PcapngFormat.isKnown(type);
  }

  /** {@return length of the block here, which is in the buffer then; 0 if it was passed over} */
  private int whole(int type, long length) throws IOException {
    Damage what;
    if (!PcapngFormat.isPossible(length)) {
      what = impossible("a block of " + length + " bytes");
    } else if (!search.mayLook(length)) {
      what = impossible("a block of " + length + " bytes, at most " + BlockReader.LIMIT);
    } else if (reader.ensure((int) length)) {
      int trailer = block.intAt((int) length - PcapngFormat.TRAILER_LENGTH);
      if (trailer == (int) length) {
        return (int) length;
      }
      what = differing(reader.position(), length, trailer);
      if (search.isBlockOrEnd((int) length)) {
        passedOver(what, 0);
        return (int) length;
      }
    } else if (isCredible(type, length)) {
      boolean unused = cutShort(PcapngFormat.isPacket(type), length, reader.available());
      return 0;
    } else {
      what = impossible("a block of " + length + " bytes, " + reader.available() + " are left");
    }
    int next = search.next();
    if (next > 0 && block.intAt(next - PcapngFormat.TRAILER_LENGTH) == next) {
      passedOver(what, 0);
      return next;
    }
    passedOver(what, search.pass());
    return 0;
  }

  /** Whether the length of a block that is cut short agrees with what else it says. */
  private boolean isCredible(int type, long length) throws IOException {
    if (type == PcapngFormat.SECTION_HEADER) {
      return length <= LONGEST_OPTIONS;
    }
    if (type != PcapngFormat.ENHANCED_PACKET || !reader.ensure(PcapngFormat.PACKET_DATA)) {
      return PcapngFormat.isKnown(type);
    }
    int captured = block.intAt(PcapngFormat.PACKET_CAPTURED);
    long options = length - PcapngFormat.PACKET_DATA - PcapngFormat.TRAILER_LENGTH - captured;
    return captured >= 0 && options >= 0 && options <= LONGEST_OPTIONS;
  }

  /** Consumes a block without keeping it, and compares its two lengths. */
  private void skipBlock(long length) throws IOException {
    long start = reader.position();
    long body = length - PcapngFormat.TRAILER_LENGTH;
    long skipped = reader.skip(body);
    if (skipped < body || !reader.ensure(PcapngFormat.TRAILER_LENGTH)) {
      boolean unused = cutShort(start, false, length, skipped + reader.available());
      return;
    }
    int trailer = block.intAt(0);
    boolean isLength = trailer == (int) length;
    if (isLength || search.isBlockOrEnd(PcapngFormat.TRAILER_LENGTH)) {
      reader.advance(PcapngFormat.TRAILER_LENGTH);
    }
    if (!isLength) {
      Damage what = differing(start, length, trailer);
      boolean isBehind = reader.position() == start + length;
      passedOver(what, isBehind ? 0 : body + search.pass());
    }
  }

  /** What is left is no block; or it is told what was passed over. */
  private boolean end() {
    int had = reader.available();
    return !isDamaged()
        && (had > 0 ? cutShort(false, PcapngFormat.SHORTEST_BLOCK, had) : endsWell());
  }

  private boolean refuse(String what) {
    return ends(impossible(what));
  }

  /** Goes on behind a block whose lengths agree. */
  private boolean passOver(int length, String what) {
    passedOver(impossible(what), length);
    reader.advance(length);
    return false;
  }

  private Damage impossible(String what) {
    return at(reader.position(), "impossible: " + what);
  }

  private Damage differing(long start, long length, int trailer) {
    String second = Integer.toUnsignedString(trailer);
    return at(start, "a block says first " + length + " and then " + second + " bytes");
  }

  private Damage at(long start, String message) {
    return new Damage(start, frames + 1, message + " in or before frame " + (frames + 1));
  }

  private boolean cutShort(boolean hasFrame, long needed, long had) {
    return cutShort(reader.position(), hasFrame, needed, had);
  }

  private boolean cutShort(long start, boolean hasFrame, long needed, long had) {
    String where = (hasFrame ? "frame " : "a block before frame ") + (frames + 1);
    return ends(Damage.cutShort(start, frames + 1, where, needed, had));
  }
}
