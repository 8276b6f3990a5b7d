package org.rdmadump.live.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.Pcaps;
import org.pcap4j.packet.namednumber.DataLinkType;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.link.LinkType;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;

/**
 * A capture filter in libpcap's language, for frames that were captured already: each is looked at
 * as libpcap does with its link type.
 */
public final class CaptureFilter {
  private static final int SNAP_LENGTH = NetCaptureOptions.MOST_SNAP_LENGTH;

  /** Compiled to look beside the packet, where in user space there is nothing. */
  private static final Set<String> OF_THE_KERNEL = Set.of("inbound", "outbound", "ifindex");

  /** Lengths of copies are powers of two. */
  private static final int COPIES = 32;

  private static final int SHORTEST_COPY = 7;

  private final String expression;

  /** By link type. */
  private final Map<Integer, BpfProgram> programs = new HashMap<>();

  /** Why frames were left out; empty if none were. */
  private Optional<String> problem = Optional.empty();

  private int lastLinkType;
  private BpfProgram lastProgram;

  /** libpcap reads from the start of an array, which is passed on as a whole. */
  private final byte[][] copies = new byte[COPIES][];

  private CaptureFilter(String expression, int linkType, BpfProgram first) {
    this.expression = expression;
    this.lastLinkType = linkType;
    this.lastProgram = first;
    programs.put(linkType, first);
  }

  /**
   * Compiles a filter.
   *
   * @throws DeviceOpenException if libpcap is missing, or does not understand it
   */
  public static CaptureFilter of(String expression) throws DeviceOpenException {
    return of(expression, LinkType.ETHERNET);
  }

  /**
   * Compiles a filter.
   *
   * @param linkType LINKTYPE_ value of the frames that it will see first
   * @throws DeviceOpenException if libpcap is missing, or does not understand it there
   */
  public static CaptureFilter of(String expression, int linkType) throws DeviceOpenException {
    Libpcap.load();
    for (String word : expression.split("[^a-z]+", -1)) {
      if (OF_THE_KERNEL.contains(word)) {
        throw new DeviceOpenException(
            Reason.WRONG_FILTER,
            "only the kernel knows " + word + " of a packet, and captured frames do not say it",
            new IllegalArgumentException(expression));
      }
    }
    try {
      return new CaptureFilter(expression, linkType, compile(expression, linkType));
    } catch (PcapNativeException | NotOpenException e) {
      throw new DeviceOpenException(Reason.WRONG_FILTER, Libpcap.text(e), e);
    }
  }

  private static BpfProgram compile(String expression, int linkType)
      throws PcapNativeException, NotOpenException {
    DataLinkType type = DataLinkType.getInstance(LinkTypes.ofLibpcap(linkType));
    try (PcapHandle dead = Pcaps.openDead(type, SNAP_LENGTH)) {
      return Libpcap.compile(dead, expression);
    }
  }

  /**
   * {@return whether it chooses a frame}
   *
   * @throws IOException if libpcap has no such filter for the frame's link type
   */
  public boolean matches(Frame frame) throws IOException {
    return matches(
        frame.linkType(), frame.bytes(), frame.offset(), frame.captured(), frame.original());
  }

  /**
   * {@return whether it chooses a packet}
   *
   * @param linkType LINKTYPE_ value
   * @param bytes has the packet from {@code offset} on
   * @param captured bytes that are there
   * @param original bytes that there were on the wire
   * @throws IOException if libpcap has no such filter for that link type
   */
  boolean matches(int linkType, ByteBuffer bytes, int offset, int captured, int original)
      throws IOException {
    if (linkType != lastLinkType) {
      lastProgram = program(linkType);
      lastLinkType = linkType;
    }
    byte[] copy = copy(captured);
    bytes.get(offset, copy, 0, captured);
    return lastProgram.applyFilter(copy, original, captured);
  }

  private BpfProgram program(int linkType) throws IOException {
    @Nullable BpfProgram known = programs.get(linkType);
    if (known != null) {
      return known;
    }
    try {
      BpfProgram made = compile(expression, linkType);
      programs.put(linkType, made);
      return made;
    } catch (PcapNativeException | NotOpenException e) {
      throw new IOException(
          "-f cannot look at frames of link type "
              + linkType
              + ", so they are left out: "
              + Libpcap.text(e),
          e);
    }
  }

  /** An array of at least that many bytes, and not many more. */
  private byte[] copy(int length) {
    int power = Math.max(SHORTEST_COPY, COPIES - Integer.numberOfLeadingZeros(length));
    byte[] copy = copies[power];
    if (copy == null) {
      copy = new byte[1 << power];
      copies[power] = copy;
    }
    return copy;
  }

  /** {@return why frames of a source were left out without being looked at; empty if none were} */
  public Optional<String> problem() {
    return problem;
  }

  /** {@return the frames of a source that this chooses, with the numbers that they have there} */
  public FrameSource over(FrameSource source) {
    return new Filtered(source, this);
  }

  private static final class Filtered implements FrameSource {
    private final FrameSource source;
    private final CaptureFilter filter;

    /** One that nobody has seen yet. */
    private final Frame candidate = new Frame();

    Filtered(FrameSource source, CaptureFilter filter) {
      this.source = source;
      this.filter = filter;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      while (source.next(candidate)) {
        if (chooses(candidate)) {
          frame.set(candidate);
          return true;
        }
      }
      return false;
    }

    /** Frames of a link type that libpcap has no filters for are left out, the others go on. */
    private boolean chooses(Frame frame) {
      try {
        return filter.matches(frame);
      } catch (IOException e) {
        filter.problem = Optional.of(String.valueOf(e.getMessage()));
        return false;
      }
    }

    @Override
    public boolean isFollowing() {
      return source.isFollowing();
    }

    @Override
    public CaptureInterface origin() {
      return source.origin();
    }

    @Override
    public long position() {
      return source.position();
    }

    @Override
    public OptionalLong dropped() {
      return source.dropped();
    }

    @Override
    public Optional<Damage> damage() {
      return source.damage();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
