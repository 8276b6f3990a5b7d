package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Terminate message, behind the untagged DDP header: why a side gives up the connection, and the
 * headers of the segment that made it do so.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+---------------+-+-+-+-------------------------+
 * | Layer | EType |  Error Code   |M|D|R|        Reserved         |
 * +-------+-------+---------------+-+-+-+-------------------------+
 * |  DDP Segment Length  (if M)   |                               |
 * +-------------------------------+                               +
 * |                Terminated DDP Header (if D)                   |
 * +---------------------------------------------------------------+
 * |           Terminated RDMA Read Request Header (if R)          |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Soft-iWARP on little-endian hosts puts M, D and R into the lowest bits of their byte, where
 * the specification wants zeros; there they are read too.
 *
 * <p>RFC 5040 section 4.8; codes of RFC 5040, 5041, 5044 and 6581.
 *
 * @param layer 0 RDMAP, 1 DDP, 2 MPA; up to 15
 * @param type of error in that layer, 0 to 15
 * @param code of error in that type, 0 to 255
 * @param segmentLength length of the segment, where told
 * @param tagged header of the segment if it was tagged, where told
 * @param untagged header of the segment if it was untagged, where told
 * @param readRequest the Read Request in the segment, where told
 */
public record Terminate(
    int layer,
    int type,
    int code,
    OptionalInt segmentLength,
    Optional<TaggedHeader> tagged,
    Optional<UntaggedHeader> untagged,
    Optional<ReadRequestHeader> readRequest) {
  /** Bytes on the wire that every Terminate has. */
  public static final int LENGTH = 4;

  private static final int CODE = 1;
  private static final int HEADERS = 2;
  private static final int SEGMENT_LENGTH = 4;
  private static final int DDP_HEADER = 6;

  private static final int M = 4;
  private static final int D = 2;
  private static final int R = 1;
  private static final int HIGH_BITS_SHIFT = 5;
  private static final int LOW_BITS = 7;

  private static final int RDMAP = 0;
  private static final int DDP = 1;
  private static final int MPA = 2;
  private static final int TAGGED_BUFFER = 1;
  private static final int UNSPECIFIED = 0xff;

  private static final String NUMBERED = "error type %d code 0x%02x";
  private static final String OTHER_LAYER = "layer %d";

  private static final String[] LAYERS = {"RDMAP", "DDP", "MPA"};
  private static final String[] RDMAP_CODES = {
    "invalid STag",
    "base or bounds violation",
    "access rights violation",
    "STag of another stream",
    "tagged offset wraps",
    "invalid RDMAP version",
    "unexpected opcode",
    "catastrophic error of the stream",
    "catastrophic error of the device",
    "STag cannot be invalidated"
  };
  private static final String[] TAGGED_CODES = {
    "invalid STag",
    "base or bounds violation",
    "STag of another stream",
    "tagged offset wraps",
    "invalid DDP version"
  };
  private static final String[] UNTAGGED_CODES = {
    "",
    "invalid queue number",
    "no buffer",
    "message sequence number out of range",
    "invalid message offset",
    "message too long for its buffer",
    "invalid DDP version"
  };
  private static final String[] MPA_CODES = {
    "",
    "TCP connection lost",
    "CRC mismatch",
    "marker and length disagree",
    "invalid start-up frame",
    "local catastrophic error",
    "too few inbound RDMA Reads",
    "no common ready-to-receive message"
  };

  /**
   * Reads the message at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   *
   * @param present bytes from there on; headers that do not fit are left out
   */
  public static Terminate read(ByteBuffer bytes, int at, int present) {
    int first = bytes.get(at) & 0xff;
    int headers = headers(bytes.get(at + HEADERS) & 0xff);
    OptionalInt segmentLength =
        (headers & M) != 0 && present >= DDP_HEADER
            ? OptionalInt.of(bytes.getShort(at + SEGMENT_LENGTH) & 0xffff)
            : OptionalInt.empty();
    Optional<TaggedHeader> tagged = Optional.empty();
    Optional<UntaggedHeader> untagged = Optional.empty();
    Optional<ReadRequestHeader> readRequest = Optional.empty();
    if ((headers & D) != 0 && present >= DDP_HEADER + TaggedHeader.LENGTH) {
      int ddp = at + DDP_HEADER;
      if (DdpControl.isTagged(bytes.getShort(ddp))) {
        tagged = Optional.of(TaggedHeader.read(bytes, ddp));
      } else if (present >= DDP_HEADER + UntaggedHeader.LENGTH) {
        untagged = Optional.of(UntaggedHeader.read(bytes, ddp));
        int rdma = DDP_HEADER + UntaggedHeader.LENGTH;
        if ((headers & R) != 0 && present >= rdma + ReadRequestHeader.LENGTH) {
          readRequest = Optional.of(ReadRequestHeader.read(bytes, at + rdma));
        }
      }
    }
    return new Terminate(
        first >>> 4,
        first & 0x0f,
        bytes.get(at + CODE) & 0xff,
        segmentLength,
        tagged,
        untagged,
        readRequest);
  }

  private static int headers(int field) {
    int high = field >>> HIGH_BITS_SHIFT;
    if (high != 0) {
      return high;
    }
    // The other way round: M is the lowest bit.
    int low = field & LOW_BITS;
    return ((low & 1) << 2) | (low & 2) | (low >>> 2);
  }

  /** Layer and error in words, the number where there is none: {@code DDP: invalid STag}. */
  public String text() {
    String name =
        layer < LAYERS.length ? LAYERS[layer] : String.format(Locale.US, OTHER_LAYER, layer);
    return name + ": " + error();
  }

  /** {@return every text of an error that has a name} */
  public static List<String> texts() {
    Set<String> texts = new TreeSet<>();
    for (int layer = RDMAP; layer <= MPA; layer++) {
      for (int type = 0; type <= TAGGED_BUFFER + 1; type++) {
        for (int code = 0; code <= UNSPECIFIED; code++) {
          Terminate each = new Terminate(layer, type, code);
          each.known().ifPresent(error -> texts.add(LAYERS[each.layer] + ": " + error));
        }
      }
    }
    return List.copyOf(texts);
  }

  /** {@return how errors without a name are written} */
  public static List<String> numbered() {
    return Stream.concat(Stream.of(LAYERS), Stream.of(OTHER_LAYER))
        .map(layer -> layer + ": " + NUMBERED)
        .toList();
  }

  /** A message that says nothing of the message that it answers. */
  public Terminate(int layer, int type, int code) {
    this(
        layer,
        type,
        code,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private String error() {
    Optional<String> known = known();
    return known.isPresent() ? known.get() : String.format(Locale.US, NUMBERED, type, code);
  }

  private Optional<String> known() {
    String[] codes =
        switch (layer) {
          case RDMAP -> RDMAP_CODES;
          case DDP -> type == TAGGED_BUFFER ? TAGGED_CODES : UNTAGGED_CODES;
          case MPA -> MPA_CODES;
          default -> new String[0];
        };
    if (type == 0 && (layer == RDMAP || layer == DDP)) {
      return Optional.of("local catastrophic error");
    }
    if (layer == RDMAP && code == UNSPECIFIED) {
      return Optional.of("unspecified error");
    }
    if (code < codes.length && !codes[code].isEmpty()) {
      return Optional.of(codes[code]);
    }
    return Optional.empty();
  }

  /** What it was about, in words; empty if it does not tell. */
  public String subject() {
    if (readRequest.isPresent()) {
      return readRequest.get().text();
    }
    if (tagged.isPresent()) {
      return name(tagged.get().control())
          + TaggedHeader.text(tagged.get().stag(), tagged.get().taggedOffset());
    }
    if (untagged.isPresent()) {
      return name(untagged.get().control())
          + ", message "
          + Integer.toUnsignedString(untagged.get().messageSequence())
          + " of queue "
          + Integer.toUnsignedString(untagged.get().queue());
    }
    return "";
  }

  private static String name(int control) {
    int opcode = DdpControl.opcode(control);
    Optional<RdmapOpcode> known = RdmapOpcode.of(opcode);
    return known.isPresent() ? known.get().text() : "opcode " + opcode;
  }
}
