package org.rdmadump.live.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.Pcaps;
import org.pcap4j.packet.namednumber.DataLinkType;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.link.LinkType;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;

/**
 * A capture filter in libpcap's language, applied to captured frames. libpcap compiles it for the
 * link type of each frame.
 */
public final class CaptureFilter {
  private static final int SNAP_LENGTH = NetCaptureOptions.MOST_SNAP_LENGTH;

  /** Words that need data from the kernel, which captured frames lack. */
  private static final Set<String> OF_THE_KERNEL = Set.of("inbound", "outbound", "ifindex");

  /** Lengths of copies are powers of two. */
  private static final int COPIES = 32;

  private static final int SHORTEST_COPY = 7;

  private final String expression;

  /** Compiled programs by link type. */
  private final Map<Integer, BpfProgram> programs = new HashMap<>();

  /** The reason why frames were left out; empty if none were. */
  private Optional<String> problem = Optional.empty();

  private int lastLinkType;
  private BpfProgram lastProgram;

  /** Copies of packets: libpcap reads from the start of an array. */
  private final byte[][] copies = new byte[COPIES][];

  private CaptureFilter(String expression, int linkType, BpfProgram first) {
    this.expression = expression;
    this.lastLinkType = linkType;
    this.lastProgram = first;
    programs.put(linkType, first);
  }

  /**
   * Compiles a filter for Ethernet frames; other link types are compiled when they appear.
   *
   * @param expression filter in libpcap's language
   * @throws DeviceOpenException if libpcap is missing, or the filter is invalid or needs data from
   *     the kernel
   */
  public static CaptureFilter of(String expression) throws DeviceOpenException {
    return of(expression, LinkType.ETHERNET);
  }

  /**
   * Compiles a filter; further link types are compiled when they appear.
   *
   * @param expression filter in libpcap's language
   * @param linkType LINKTYPE_ value of the first frames
   * @throws DeviceOpenException if libpcap is missing, or the filter needs data from the kernel or
   *     is invalid for the link type
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
   * {@return whether the filter selects a frame}
   *
   * @param frame the frame
   * @throws IOException if the filter is invalid for the frame's link type
   */
  public boolean matches(Frame frame) throws IOException {
    return matches(
        frame.linkType(), frame.bytes(), frame.offset(), frame.captured(), frame.original());
  }

  /**
   * {@return whether the filter selects a packet}
   *
   * @param linkType LINKTYPE_ value
   * @param bytes buffer with the packet
   * @param offset index of the packet's first byte
   * @param captured captured bytes of the packet
   * @param original bytes of the packet on the wire
   * @throws IOException if the filter is invalid for the link type
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

  /** Returns an array of at least this length, at most twice as long unless tiny. */
  private byte[] copy(int length) {
    int power = Math.max(SHORTEST_COPY, COPIES - Integer.numberOfLeadingZeros(length));
    byte[] copy = copies[power];
    if (copy == null) {
      copy = new byte[1 << power];
      copies[power] = copy;
    }
    return copy;
  }

  /** {@return why frames of a source were left out without a test; empty if none were} */
  public Optional<String> problem() {
    return problem;
  }

  /**
   * {@return a source of the selected frames, with their original numbers}
   *
   * @param source the source to filter; closing the result closes it
   */
  public FrameSource over(FrameSource source) {
    return new Filtered(source, this);
  }

  private static final class Filtered extends ForwardingSource {
    private final CaptureFilter filter;

    /** The next frame to test. */
    private final Frame candidate = new Frame();

    Filtered(FrameSource source, CaptureFilter filter) {
      super(source);
      this.filter = filter;
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      while (super.next(candidate)) {
        if (chooses(candidate)) {
          frame.set(candidate);
          return true;
        }
      }
      return false;
    }

    /** Tests a frame; frames are left out if the filter is invalid for their link type. */
    private boolean chooses(Frame frame) {
      try {
        return filter.matches(frame);
      } catch (IOException e) {
        filter.problem = Optional.of(String.valueOf(e.getMessage()));
        return false;
      }
    }
  }
}
