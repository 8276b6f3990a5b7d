package org.rdmadump.analysis.ends;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rdmadump.net.IpAddress;

/**
 * What two captures share: whether they show the same traffic, how their clocks differ, on whose
 * side each host is, and which addresses are translated between them.
 */
public final class Meeting {
  /** Fewer packets that are alike may be chance. */
  private static final int FEW = 4;

  /** Clocks that contradict each other by more are those of different traffic, in nanoseconds. */
  private static final double MOST_UNEVEN = 1e9;

  private final TapSample a;
  private final TapSample b;
  private final AddressMap addresses = new AddressMap();
  private final HostSides sides = new HostSides();
  private final int matched;
  private final double share;
  private final boolean isCopy;
  private final Optional<Clocks> clocks;
  private final long longestDelay;

  private Meeting(TapSample a, TapSample b) {
    this.a = a;
    this.b = b;
    int[][] byAddress = shared(a.packets(), b.packets());
    int[][] byContent = shared(a.contents(), b.contents());
    boolean isTranslated = byAddress.length < byContent.length / 4;
    int[][] pairs = isTranslated ? byContent : byAddress;
    Sample first = isTranslated ? a.contents() : a.packets();
    Sample second = isTranslated ? b.contents() : b.packets();
    if (isTranslated) {
      for (int[] pair : pairs) {
        addresses.vote(first.source(pair[0]), second.source(pair[1]));
        addresses.vote(first.destination(pair[0]), second.destination(pair[1]));
        addresses.vote(first.sourceHost(pair[0]), second.sourceHost(pair[1]));
        addresses.vote(first.destinationHost(pair[0]), second.destinationHost(pair[1]));
      }
      addresses.decide();
    }
    this.matched = pairs.length;
    this.share = share(first, second, pairs);
    if (pairs.length == 0) {
      this.clocks = Optional.empty();
      this.longestDelay = 0;
      this.isCopy = false;
      return;
    }
    Arrays.sort(pairs, (x, y) -> Long.compare(first.nanos(x[0]), first.nanos(y[0])));
    for (int[] pair : pairs) {
      sides.note(
          first.sourceHost(pair[0]),
          first.destinationHost(pair[0]),
          second.nanos(pair[1]) - first.nanos(pair[0]));
    }
    ClockPoints points = points(first, second, pairs);
    this.isCopy = Arrays.stream(points.deltas()).allMatch(each -> each == 0);
    Clocks fitted = ClockFit.of(points);
    this.clocks = Optional.of(fitted);
    long longest = 0;
    for (int i = 0; i < points.size(); i++) {
      long late = points.nanos()[i] + points.deltas()[i] - fitted.toB(points.nanos()[i]);
      longest = Math.max(longest, Math.abs(late));
    }
    this.longestDelay = longest;
  }

  /** {@return what two captures share} */
  public static Meeting of(TapSample a, TapSample b) {
    return new Meeting(a, b);
  }

  /** The slots of both of what each has once. */
  private static int[][] shared(Sample a, Sample b) {
    int bits = Math.max(a.bits(), b.bits());
    return Arrays.stream(a.single(bits))
        .mapToObj(each -> new int[] {each, b.find(a.key(each))})
        .filter(each -> each[1] >= 0)
        .toArray(int[][]::new);
  }

  /** How much the one that has less has of what the other one has, in the time of both. */
  private static double share(Sample a, Sample b, int[][] pairs) {
    if (pairs.length == 0) {
      return 0;
    }
    int bits = Math.max(a.bits(), b.bits());
    int[] first = Arrays.stream(pairs).mapToInt(each -> each[0]).toArray();
    int[] second = Arrays.stream(pairs).mapToInt(each -> each[1]).toArray();
    return (double) pairs.length / Math.min(within(a, first, bits), within(b, second, bits));
  }

  /** Packets between the first and the last of some. */
  private static long within(Sample sample, int[] some, int bits) {
    long from = Arrays.stream(some).mapToLong(sample::nanos).min().orElseThrow();
    long to = Arrays.stream(some).mapToLong(sample::nanos).max().orElseThrow();
    return Arrays.stream(sample.single(bits))
        .filter(each -> sample.nanos(each) >= from && sample.nanos(each) <= to)
        .count();
  }

  private ClockPoints points(Sample first, Sample second, int[][] pairs) {
    long[] nanos = new long[pairs.length];
    long[] deltas = new long[pairs.length];
    boolean[] forward = new boolean[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      int at = pairs[i][0];
      nanos[i] = first.nanos(at);
      deltas[i] = second.nanos(pairs[i][1]) - nanos[i];
      forward[i] = sides.isAtA(first.sourceHost(at), first.destinationHost(at)).orElse(true);
    }
    return new ClockPoints(nanos, deltas, forward);
  }

  /**
   * {@return whether the two show the same traffic from two places, beyond doubt; copies of one
   * capture, with the same times, do not}
   */
  public boolean areEnds() {
    return matched >= FEW
        && share >= 0.5
        && !isCopy
        && clocks.isPresent()
        && clocks.get().roundTrip() > -MOST_UNEVEN;
  }

  /** {@return whether any packet is in both} */
  public boolean hasShared() {
    return clocks.isPresent();
  }

  /** {@return why the two are not compared as ends of the same traffic, for a person} */
  public String whyNot() {
    if (a.seen() == 0 || b.seen() == 0) {
      return (a.seen() == 0 ? "A" : "B") + " has no RDMA packet";
    }
    return "no packet of "
        + a.seen()
        + " in A is among the "
        + b.seen()
        + " in B; compared were addresses, queue pair, PSN and opcode, or TCP ports and sequence"
        + " numbers, and payload without addresses";
  }

  /** {@return how the clocks differ; empty if no packet is in both} */
  public Optional<Clocks> clocks() {
    return clocks;
  }

  private Optional<IpAddress> host(long key) {
    return a.host(key).or(() -> b.host(addresses.inB(key)));
  }

  TapSample a() {
    return a;
  }

  TapSample b() {
    return b;
  }

  AddressMap addresses() {
    return addresses;
  }

  HostSides sides() {
    return sides;
  }

  /** The longest that a packet was on its way, as far as the clocks tell, in nanoseconds. */
  long longestDelay() {
    return longestDelay;
  }

  /** {@return hosts on one side, as A names them} */
  List<IpAddress> hostsAt(Tap tap) {
    return sides.hostsAt(tap).stream()
        .map(this::host)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(IpAddress::toString))
        .toList();
  }
}
