package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.MessageHeader;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/**
 * A captured frame: its layers, and what is known of the messages that it carries parts of. What is
 * known grows until it is handed out.
 */
public final class FrameRecord {
  private static final IpAddress NOWHERE = new IpAddress(0, 0);
  private static final int COST = 250;
  private static final int LAYER_COST = 120;
  private static final int SMALL_COST = 60;
  private static final int FINDING_COST = 300;

  private final long number;
  private final long epochNanos;
  private final long runNanos;
  private final int length;
  private final int captured;
  private final Rope bytes;
  private final List<Layer> layers = new ArrayList<>(6);
  private List<Contribution> contributions = List.of();
  private List<Contribution> proofs = List.of();
  private List<FrameRecord> partsOf = List.of();
  private List<Finding> findings = List.of();
  private IpAddress source = NOWHERE;
  private IpAddress destination = NOWHERE;
  private FrameKind kind = FrameKind.OTHER;
  private FramePlace place = FramePlace.FIRST;
  private int payloadLength;

  /** Number of the frame that showed the packet before, 0 if none did. */
  private long original;

  /** Sends of which the frame has something and that were not handed out. */
  private int expected;

  /** Message sequence number of the Send that was expected last. */
  private int expectedSend;

  /** Whether bytes of it wait until more of their stream was seen. */
  private boolean waits;

  /** Whether it is of a stream that may carry FPDUs. */
  private boolean waited;

  private int ports;

  private int streamEnd;
  private int charged;

  /** The queue that it waits in, once all of its own bytes were looked at. */
  private @Nullable HeldFrames waitsIn;

  /** Whether it was handed out although more may become known of it. */
  private boolean unsettled;

  FrameRecord(long number, long epochNanos, long runNanos, int length, int captured, Rope bytes) {
    this.number = number;
    this.epochNanos = epochNanos;
    this.runNanos = runNanos;
    this.length = length;
    this.captured = captured;
    this.bytes = bytes;
  }

  /** {@return its 1-based number in the run} */
  public long number() {
    return number;
  }

  /** {@return when it was captured, in nanoseconds since 1970} */
  public long epochNanos() {
    return epochNanos;
  }

  /** {@return nanoseconds from the first frame of the run to it} */
  public long sinceFirstNanos() {
    return epochNanos - runNanos;
  }

  /** {@return where it stands among the others} */
  FramePlace place() {
    return place;
  }

  /** {@return its bytes on the wire} */
  public int length() {
    return length;
  }

  /** {@return bytes that were captured} */
  public int captured() {
    return captured;
  }

  /** {@return what was captured, if bytes are kept; else nothing} */
  public Rope bytes() {
    return bytes;
  }

  /** {@return its layers, the outermost first} */
  public List<Layer> layers() {
    return layers;
  }

  /** {@return the innermost header of that type} */
  public <H extends Record> Optional<H> last(Class<H> type) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Record header = layers.get(i).header();
      if (type.isInstance(header)) {
        return Optional.of(type.cast(header));
      }
    }
    return Optional.empty();
  }

  /** {@return what kind of frame it is} */
  public FrameKind kind() {
    return kind;
  }

  /** {@return whether {@link #source} and {@link #destination} mean something} */
  public boolean hasAddresses() {
    return !source.equals(NOWHERE) || !destination.equals(NOWHERE);
  }

  /** {@return sender of the innermost packet} */
  public IpAddress source() {
    return source;
  }

  /** {@return receiver of the innermost packet} */
  public IpAddress destination() {
    return destination;
  }

  /** {@return bytes behind the innermost header, on the wire; of InfiniBand without pad and CRC} */
  public int payloadLength() {
    return payloadLength;
  }

  /** {@return what was noticed about the frame, as far as it was by then} */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * {@return whether it is not known whether it carries something of a message: it had to be handed
   * out before}
   */
  public boolean isUnsettled() {
    return unsettled;
  }

  /** {@return the frame that showed the packet before, whose messages it is of, if it is a copy} */
  public OptionalLong copyOf() {
    return original == 0 ? OptionalLong.empty() : OptionalLong.of(original);
  }

  /** {@return the first message that it carries or repeats something of} */
  public OptionalLong message() {
    List<Long> all = messages();
    return all.isEmpty() ? OptionalLong.empty() : OptionalLong.of(all.get(0));
  }

  /** {@return the messages that it carries or repeats something of, in the order of the frame} */
  public List<Long> messages() {
    return CarriedMessages.numbers(carried());
  }

  /** {@return the messages whose Sends it acknowledges or refuses, as far as they are known} */
  public List<Long> proven() {
    return CarriedMessages.numbers(proofs);
  }

  /** {@return whether more may become known of what it carries or proves} */
  public boolean isOpen() {
    return CarriedMessages.isAnyOpen(contributions) || CarriedMessages.isAnyOpen(proofs);
  }

  /** {@return the XIDs of {@link #messages} of RPC-over-RDMA, in their order, each once} */
  public List<Integer> xids() {
    return CarriedMessages.xids(carried());
  }

  /** {@return the NVMe commands among {@link #messages}, without transfers and findings} */
  public List<NvmeExchange> commands() {
    return CarriedMessages.commands(carried());
  }

  /** What it has parts of; of an FPDU that begins and ends in other frames, what both have. */
  private List<Contribution> carried() {
    if (partsOf.isEmpty()) {
      return contributions;
    }
    List<Contribution> all = new ArrayList<>(contributions);
    for (int i = 0; i + 1 < partsOf.size(); i += 2) {
      for (Contribution contribution : partsOf.get(i).contributions) {
        if (partsOf.get(i + 1).contributions.contains(contribution)) {
          all.add(contribution);
        }
      }
    }
    return all;
  }

  // ---- while it is put together

  void add(Layer layer) {
    if (mayGrow(LAYER_COST)) {
      layers.add(layer);
    }
  }

  /** Whether there is room for what is found out once it waits; that is counted then. */
  private boolean mayGrow(int cost) {
    HeldFrames queue = waitsIn;
    if (queue == null) {
      return true;
    }
    if (!queue.takes(cost)) {
      return false;
    }
    charged += cost;
    return true;
  }

  void addresses(IpAddress from, IpAddress to) {
    source = from;
    destination = to;
  }

  void place(FramePlace among) {
    place = among;
  }

  void kind(FrameKind known) {
    kind = known;
  }

  void copyOf(long frame) {
    original = frame;
  }

  void payloadLength(int bytesOnWire) {
    payloadLength = bytesOnWire;
  }

  void add(Finding finding) {
    if (!mayGrow(FINDING_COST)) {
      return;
    }
    if (findings.isEmpty()) {
      findings = new ArrayList<>(1);
    }
    findings.add(finding);
  }

  void add(Contribution contribution) {
    if (contributions.isEmpty()) {
      contributions = new ArrayList<>(1);
    }
    for (int i = contributions.size() - 1; i >= 0; i--) {
      if (isSame(contributions.get(i), contribution)) {
        return;
      }
    }
    if (mayGrow(SMALL_COST)) {
      contributions.add(contribution);
    }
    if (expected > 0) {
      // What nobody announced takes nothing from what was.
      expected--;
    }
  }

  @SuppressWarnings("ReferenceEquality") // Each is one Send or operation.
  private static boolean isSame(Contribution one, Contribution other) {
    return one == other;
  }

  /** Says that it is proof of what became of a Send. */
  void prove(Contribution send) {
    if (mayGrow(SMALL_COST)) {
      if (proofs.isEmpty()) {
        proofs = new ArrayList<>(1);
      }
      proofs.add(send);
    }
  }

  /** Says that it lies between the ends of an FPDU, which begins and ends in others. */
  void partOf(FrameRecord first, FrameRecord last) {
    if (!mayGrow(SMALL_COST)) {
      return;
    }
    if (partsOf.isEmpty()) {
      partsOf = new ArrayList<>(2);
    }
    partsOf.add(first);
    partsOf.add(last);
  }

  /** Says that something of a Send or operation is in it, which will be told. */
  void expect() {
    expected++;
  }

  /** As {@link #expect()}, for a segment of the Send with that number. */
  void expectSend(int messageSequence) {
    if (expected == 0 || messageSequence != expectedSend) {
      expectedSend = messageSequence;
      expected++;
    }
  }

  /** Says that its bytes are found out about when a stream was seen up to {@code end}. */
  void waitFor(int end) {
    waits = true;
    waited = true;
    streamEnd = end;
  }

  /** Says that a stream was seen up to {@code end}. */
  void streamSeen(int end) {
    if (end - streamEnd >= 0) {
      waits = false;
    }
  }

  void waitNoMore() {
    waits = false;
  }

  void expectNothing() {
    expected = 0;
  }

  /** Whether all is known of it that can be. */
  boolean isSettled() {
    if (!isSettledItself()) {
      return false;
    }
    for (int i = 0; i < partsOf.size(); i++) {
      if (!partsOf.get(i).isSettledItself()) {
        return false;
      }
    }
    return true;
  }

  private boolean isSettledItself() {
    return !waits && expected == 0 && !CarriedMessages.isAnyAwaited(contributions);
  }

  /**
   * Puts the headers of messages in that begin in it, and nothing more is added.
   *
   * @param atEnd whether nothing more becomes known of any frame
   */
  void finish(boolean atEnd) {
    waitsIn = null;
    unsettled = !atEnd && !isSettled();
    for (int i = 0; i < contributions.size(); i++) {
      MessageHeader begun = contributions.get(i).headerIn(number).orElse(null);
      if (begun instanceof RpcRdmaHeader rpc) {
        layers.add(new Layer(LayerName.RPCRDMA, rpc, 0, rpc.length()));
      } else if (begun instanceof NvmeCapsuleHeader nvme) {
        layers.add(new Layer(LayerName.NVME, nvme, 0, nvme.length()));
      }
    }
  }

  /**
   * Says that it waits from now on.
   *
   * @param queue is told of what it grows by
   * @return memory that it is taken to hold so far, roughly
   */
  int charge(HeldFrames queue) {
    waitsIn = queue;
    charged =
        COST
            + LAYER_COST * layers.size()
            + SMALL_COST * (contributions.size() + partsOf.size())
            + FINDING_COST * findings.size()
            + (int) bytes.present();
    return charged;
  }

  /** Memory that it was taken to hold. */
  int charged() {
    return charged;
  }

  /** Says which ports a TCP segment goes from and to. */
  void ports(int from, int to) {
    ports = from << Short.SIZE | to;
  }

  /** Whether another frame has bytes that go the same way in the same TCP connection. */
  boolean goesWith(FrameRecord other) {
    return waited
        && other.waited
        && ports == other.ports
        && source.equals(other.source)
        && destination.equals(other.destination);
  }

  /** Lets go of other frames, once it was handed out: those that refer to it may live longer. */
  void forget() {
    partsOf = List.of();
  }
}
