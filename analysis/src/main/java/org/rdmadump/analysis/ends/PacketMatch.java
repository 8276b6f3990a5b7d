package org.rdmadump.analysis.ends;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.FrameSource;

/**
 * Reads two captures of the same traffic again, both in the order of A's clock, and finds for each
 * packet its other view. What is without one after a while is placed: on the wire, in a capture, or
 * with the receiver. Memory is bounded by tables that do not grow.
 */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
public final class PacketMatch {
  /** A packet waits so long for its other view, and for what tells where it was lost. */
  static final long WINDOW_NANOS = 10_000_000_000L;

  /** No capture's margin is longer. */
  private static final long LONGEST_MARGIN = 1_000_000_000L;

  /** Times are rounded to microseconds in many captures. */
  private static final long ROUNDING = 2_000;

  private static final int AGAIN = 1;
  private static final int OF_B = 2;
  private static final int RESPONSE = 4;
  private static final int BARE = 8;
  private static final int UNRELIABLE = 16;
  private static final int TCP = 32;

  /** A copy of a packet that was delivered, or may have been. */
  private static final int COPY = 64;

  /** The copy before it arrived; whether the receiver dropped that is not known yet. */
  private static final int IN_DOUBT = 128;

  private final Meeting meeting;
  private final Clocks clocks;
  private final EndPairs pairs;
  private final TapReading a;
  private final TapReading b;
  private final FlowTable flows = new FlowTable();
  private final Pending pending = new Pending();
  private final RecentlySent recent = new RecentlySent();
  private final OneWayDelays[] delays = {new OneWayDelays(), new OneWayDelays()};
  private final long[] matched = new long[2];
  private final long[] sentAgain = new long[2];
  private final LostPackets lost = new LostPackets();
  private final long from;
  private final long to;
  private final long margin;
  private final long tolerance;
  private final long least;
  private long early;
  private long untracked;

  /**
   * A comparison that has not begun.
   *
   * @param meeting what the two share; its clocks are known
   * @param pairs the connections of both captures
   * @param a the first capture from its beginning
   * @param b the second one
   */
  public PacketMatch(
      Meeting meeting, EndPairs pairs, FrameSource a, FrameSource b, int... rocePorts) {
    this.meeting = meeting;
    this.clocks = meeting.clocks().orElseThrow();
    this.pairs = pairs;
    this.a = new TapReading(a, rocePorts);
    this.b = new TapReading(b, rocePorts);
    this.from = Math.max(meeting.a().firstNanos(), clocks.toA(meeting.b().firstNanos()));
    this.to = Math.min(meeting.a().lastNanos(), clocks.toA(meeting.b().lastNanos()));
    double bound = clocks.bounded() ? clocks.bound() : 0;
    double uneven = Math.max(0, -clocks.roundTrip());
    this.tolerance = ROUNDING + Math.round(Math.min(bound + uneven, LONGEST_MARGIN));
    this.margin = Math.min(meeting.longestDelay(), LONGEST_MARGIN) + tolerance;
    this.least = Math.max(0, Math.round(clocks.roundTrip() * 7 / 16) - ROUNDING / 2);
  }

  /**
   * Takes the next packet of either capture.
   *
   * @return false after the last one
   */
  public boolean next() throws IOException {
    boolean hasA = a.ready();
    boolean hasB = b.ready();
    if (!hasA && !hasB) {
      return false;
    }
    long timeOfB = hasB ? clocks.toA(b.packet().nanos()) : Long.MAX_VALUE;
    if (hasA && a.packet().nanos() <= timeOfB) {
      take(a.packet(), Tap.A, a.packet().nanos());
      a.done();
    } else {
      take(b.packet(), Tap.B, timeOfB);
      b.done();
    }
    return true;
  }

  private void take(TapPacket packet, Tap tap, long time) {
    expire(time - WINDOW_NANOS);
    Flow flow = flow(packet, tap);
    if (flow == null) {
      return;
    }
    noteAcknowledgement(packet, tap, flow);
    if (!packet.isTcp() || packet.length() == 0) {
      long kind = packet.kind();
      if (packet.isTcp()) {
        kind = KeyHash.of(kind, packet.acknowledgement());
      }
      if (meeting.addresses().size() == 0) {
        kind = KeyHash.of(kind, packet.identification());
      }
      match(packet, tap, time, flow, packet.position(), packet.position(), kind);
      return;
    }
    int end = packet.position();
    int at = end - packet.length();
    while (flow.segment > 0 && end - at > flow.segment) {
      match(packet, tap, time, flow, at, at + flow.segment, 0);
      at += flow.segment;
    }
    match(packet, tap, time, flow, at, end, 0);
  }

  private @Nullable Flow flow(TapPacket packet, Tap tap) {
    long source = packet.source();
    long destination = packet.destination();
    if (tap == Tap.A) {
      source = meeting.addresses().inB(source);
      destination = meeting.addresses().inB(destination);
    }
    long key = packet.flow(source, destination);
    Flow flow = flows.find(key);
    if (flow != null) {
      return flow;
    }
    if (packet.isTcp() && !pairs.isChosen(key)) {
      return null;
    }
    return newFlow(packet, tap, key);
  }

  private @Nullable Flow newFlow(TapPacket packet, Tap tap, long key) {
    long from = packet.sourceHost();
    long towards = packet.destinationHost();
    if (tap == Tap.B) {
      from = meeting.addresses().inA(from);
      towards = meeting.addresses().inA(towards);
    }
    Optional<Boolean> side = meeting.sides().isAtA(from, towards);
    Flow made = new Flow(key, packet, side.isPresent(), side.orElse(true) ? Tap.A : Tap.B);
    if (!flows.add(made)) {
      untracked++;
      return null;
    }
    long back = pairs.reverse(key);
    Flow reverse = back == key ? null : flows.find(back);
    if (reverse != null) {
      made.reverse = reverse;
      reverse.reverse = made;
    }
    made.segment = packet.isTcp() ? pairs.segment(key) : 0;
    return made;
  }

  private static void noteAcknowledgement(TapPacket packet, Tap tap, Flow flow) {
    Flow acknowledged = flow.reverse;
    if (acknowledged == null) {
      return;
    }
    int position = packet.acknowledgement();
    boolean isReceivers = flow.known && tap == flow.sender;
    if (packet.reportsGap()) {
      acknowledged.requests.acknowledgesSelectively();
    }
    if (packet.isAcknowledging()) {
      if (isReceivers && packet.reportsGap()) {
        acknowledged.requests.refusal.lack(position);
      }
      acknowledged.acknowledge(tap, position);
    } else if (packet.isNak() || packet.isRnrNak()) {
      acknowledged.acknowledge(tap, position - (1 << TapPacket.PSN_SHIFT));
      acknowledged.requests.refusal.refuse(position, packet.isRnrNak(), isReceivers);
    } else if (packet.isReadRequest() && isReceivers) {
      acknowledged.responses.refusal.refuse(packet.position(), /* isNotReady= */ false, true);
    }
  }

  private void match(
      TapPacket packet, Tap tap, long time, Flow flow, int begin, int position, long kind) {
    boolean response = packet.isResponse();
    long key = key(flow, position, response);
    int copy =
        flow.known && tap == flow.sender && packet.isReliable() && !packet.isBareAcknowledgement()
            ? noteRetransmission(packet, tap, time, flow, begin, position, key)
            : 0;
    if (flow.known && tap != flow.sender) {
      flow.sent(response).refusal.arrived(begin);
    }
    int other = otherView(key, kind, tap, time, flow);
    if (other != Pending.NONE) {
      flow.matched++;
      if (flow.known) {
        int way = flow.sender.ordinal();
        matched[way]++;
        boolean isSenders = tap == flow.sender;
        long frame = packet.frame();
        long otherFrame = pending.frame(other);
        flow.sent(response)
            .arrivals
            .matched(begin, isSenders ? frame : otherFrame, isSenders ? otherFrame : frame);
        long late = time - pending.nanos(other);
        delays[way].add(isSenders ? -late : late);
      }
      if ((copy & IN_DOUBT) != 0) {
        lost.again(dropped(flow, position), flow, packet, tap, time);
      } else if (pending.has(other, IN_DOUBT)) {
        count(other, dropped(flow, position));
      }
      pending.remove(other);
      return;
    }
    if (pending.isFull()) {
      early++;
      place(pending.oldest());
    }
    int at = pending.add(key, kind, time, packet.frame(), position, packet.opcode(), flow);
    int flags =
        (tap == Tap.B ? OF_B : 0)
            | (response ? RESPONSE : 0)
            | (packet.isBareAcknowledgement() ? BARE : 0)
            | (packet.isReliable() ? 0 : UNRELIABLE)
            | (packet.isTcp() ? TCP : 0)
            | copy;
    pending.flag(at, flags);
  }

  private static long key(Flow flow, int position, boolean response) {
    return KeyHash.of(flow.key, (long) position << 1 | (response ? 1 : 0));
  }

  /**
   * The other view of a packet. Of several that were sent, a receiver's is the newest: an older one
   * was lost and sent again. But no packet is faster than the fastest, so of two that were sent
   * before an answer came it is the older one.
   */
  private int otherView(long key, long kind, Tap tap, long time, Flow flow) {
    boolean isSenders = flow.known && tap == flow.sender;
    int found = Pending.NONE;
    boolean isLikely = false;
    for (int at = pending.first(key); at != Pending.NONE; at = pending.next(at)) {
      if (tap(at) == tap || pending.kind(at) != kind) {
        continue;
      }
      long late = time - pending.nanos(at);
      long delay = isSenders ? -late : late;
      if (delay < -tolerance) {
        continue;
      }
      if (delay >= least && !isSenders) {
        return at;
      }
      if (delay >= least || !isSenders || (!isLikely && found == Pending.NONE)) {
        found = at;
        isLikely = delay >= least;
      }
    }
    return found;
  }

  private Tap tap(int at) {
    return pending.has(at, OF_B) ? Tap.B : Tap.A;
  }

  /** Notes what its sender sends; the flags of a packet that was sent before. */
  private int noteRetransmission(
      TapPacket packet, Tap tap, long time, Flow flow, int begin, int position, long key) {
    SentPackets sent = flow.sent(packet.isResponse());
    if (!packet.isResponse() && sent.isOther(position)) {
      flow.restart();
    }
    boolean isNumbered = flow.isNumbered(packet.identification());
    if (isNumbered && recent.isCopy(key, time, packet.identification())) {
      return COPY;
    }
    boolean isAgain = recent.isAgain(key, time, packet.identification());
    boolean begins = sent.beginsAgain(position, isAgain);
    if (!isAgain) {
      return 0;
    }
    boolean wasLate = sent.endsLate(begin);
    sentAgain[flow.sender.ordinal()]++;
    boolean wasLost = false;
    for (int at = pending.first(key); at != Pending.NONE; at = pending.next(at)) {
      if (tap(at) == tap) {
        pending.flag(at, AGAIN);
        wasLost = true;
      }
    }
    if (wasLost) {
      return 0;
    }
    boolean mayBeDelivered =
        packet.isTcp()
            || packet.isResponse()
            || flow.isAcknowledged(Tap.A, position)
            || flow.isAcknowledged(Tap.B, position);
    int flags = mayBeDelivered ? COPY : 0;
    if (begins && time >= from + margin) {
      Optional<PacketPlace> place =
          wasLate ? Optional.of(PacketPlace.LATE) : reason(packet, flow, position);
      if (place.isEmpty()) {
        return flags | IN_DOUBT;
      }
      lost.again(place.get(), flow, packet, tap, time);
    }
    return flags;
  }

  /** Why a packet was sent again that arrived before; empty if its next copy tells. */
  private Optional<PacketPlace> reason(TapPacket packet, Flow flow, int position) {
    Tap receiver = flow.sender.other();
    Flow back = flow.reverse;
    if (back == null) {
      return Optional.of(PacketPlace.UNDECIDED);
    }
    if (packet.isResponse()) {
      return Optional.of(PacketPlace.RECEIVER);
    }
    if (packet.isReadRequest()
        && (markLost(back, position, receiver) || flow.isAcknowledged(flow.sender, position))) {
      // The response is what was lost.
      return Optional.of(PacketPlace.WIRE);
    }
    Refusal refusal = flow.requests.refusal;
    if (!packet.isTcp() && refusal.is(position)) {
      return Optional.of(refusal.isNotReady() ? PacketPlace.NOT_READY : PacketPlace.RECEIVER);
    }
    if (flow.isAcknowledged(flow.sender, position)) {
      return Optional.of(PacketPlace.NEEDLESS);
    }
    if (flow.isAcknowledged(receiver, position)) {
      // The acknowledgement was lost, or came too late.
      boolean isLost = markLost(back, flow.acknowledgement(receiver), receiver);
      return Optional.of(isLost ? PacketPlace.WIRE : PacketPlace.NEEDLESS);
    }
    return Optional.empty();
  }

  /**
   * What became of a copy that arrived, now that its next copy does: if the receiver has not
   * acknowledged it until then, it has dropped it.
   */
  private static PacketPlace dropped(Flow flow, int position) {
    return flow.isAcknowledged(flow.sender.other(), position)
        ? PacketPlace.NEEDLESS
        : PacketPlace.RECEIVER;
  }

  /**
   * Says of an answer that waits for its other view that it was lost, as the request came again.
   */
  private boolean markLost(Flow back, int position, Tap tap) {
    boolean found = false;
    long key = key(back, position, /* response= */ true);
    for (int at = pending.first(key); at != Pending.NONE; at = pending.next(at)) {
      if (tap(at) == tap) {
        pending.flag(at, AGAIN);
        found = true;
      }
    }
    return found;
  }

  private void expire(long before) {
    int at = pending.oldest();
    while (at != Pending.NONE && pending.nanos(at) < before) {
      place(at);
      at = pending.oldest();
    }
  }

  /** Places a packet that only one capture has, and gives it up. */
  private void place(int at) {
    Flow flow = pending.flow(at);
    if (pending.has(at, IN_DOUBT)) {
      // Lost itself; if it was not sent once more, an earlier copy was what was acknowledged.
      boolean isDropped =
          pending.has(at, AGAIN) || dropped(flow, pending.position(at)) == PacketPlace.RECEIVER;
      count(at, isDropped ? PacketPlace.RECEIVER : PacketPlace.NEEDLESS);
    }
    count(at, placeOf(at, flow));
    pending.remove(at);
  }

  private void count(int at, PacketPlace place) {
    lost.waited(place, pending, at, tap(at), pending.has(at, TCP));
  }

  private PacketPlace placeOf(int at, Flow flow) {
    Tap tap = tap(at);
    boolean isSenders = flow.known && tap == flow.sender;
    long time = pending.nanos(at);
    if (time < from + (isSenders ? 0 : margin) || time > to - (isSenders ? margin : 0)) {
      return PacketPlace.OUTSIDE;
    }
    if (!flow.known) {
      return PacketPlace.UNDECIDED;
    }
    PacketPlace missing = PacketPlace.missingIn(tap.other());
    if (!isSenders) {
      return missing;
    }
    if (pending.has(at, AGAIN)) {
      return PacketPlace.WIRE;
    }
    int position = pending.position(at);
    if (pending.has(at, UNRELIABLE | BARE) || flow.reverse == null) {
      return PacketPlace.UNDECIDED;
    }
    if (pending.has(at, RESPONSE)) {
      // Whoever read would have asked again, unless an earlier copy was enough.
      return pending.has(at, COPY) ? PacketPlace.UNDECIDED : missing;
    }
    if (!pending.has(at, TCP) && flow.requests.refusal.is(position)) {
      return PacketPlace.WIRE;
    }
    boolean isAcknowledged =
        flow.isAcknowledged(Tap.A, position) || flow.isAcknowledged(Tap.B, position);
    // Which copy was acknowledged, nothing tells.
    return isAcknowledged && !pending.has(at, COPY) ? missing : PacketPlace.UNDECIDED;
  }

  /** {@return what was found; both captures were read to their ends} */
  public PacketReport report() {
    expire(Long.MAX_VALUE);
    List<Flow> all = flows.all();
    return new PacketReport(
        from,
        to,
        List.of(matched[0], matched[1]),
        List.of(sentAgain[0], sentAgain[1]),
        LostPackets.places(all),
        List.of(delays),
        lost.told(),
        LostPackets.oneSided(all),
        early,
        untracked);
  }
}
