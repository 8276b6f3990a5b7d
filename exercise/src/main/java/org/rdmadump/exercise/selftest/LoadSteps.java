package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.live.hca.HcaSniffer;
import org.rdmadump.live.hca.SnifferException;
import org.rdmadump.live.hca.SnifferOptions;

/** Steps that load the link. */
final class LoadSteps {
  /** As few slots as {@code --buffer 64K} has. */
  private static final long SMALL_BUFFER = 64 << 10;

  /** Shorter than most packets of long operations, whatever the MTU. */
  private static final int SHORT_SLOT = 192;

  /** Some thousand packets at least. */
  private static final Duration SHORT_LOAD = Duration.ofMillis(10);

  private static final long MOST_BUFFER = 1L << 30;
  private static final long MEBIBYTE = 1 << 20;
  private static final double BITS_PER_BYTE = 8;

  private final SelfTestSettings settings;
  private final Traffic traffic;

  LoadSteps(SelfTestSettings settings, Traffic traffic) {
    this.settings = settings;
    this.traffic = traffic;
  }

  /** Takes no packets while more come than there are slots. */
  Judgement drops() throws IOException, EndpointException {
    PortCounters before = PortCounters.of(settings.port());
    Capture capture =
        Capture.counting(settings.port(), SnifferOptions.DEFAULT.withBuffer(SMALL_BUFFER));
    capture.watched().stall(true);
    load(capture, SHORT_LOAD);
    PortCounters after = PortCounters.of(settings.port());
    OptionalLong counted = after.packetsSince(before);
    OptionalLong withoutSlot = after.since(before, PortCounters.WITHOUT_SLOT);
    List<Fact> facts = capture.facts();
    facts.add(Fact.of("growth of out_of_buffer", Capture.words(withoutSlot)));
    facts.add(Fact.of("packets by the port's counters", Capture.words(counted)));
    Optional<Judgement> ended = ended(capture, facts);
    if (ended.isPresent()) {
      return ended.get();
    }
    if (capture.dropped().isEmpty()) {
      return withoutSlot.isEmpty()
          ? new Judgement(
              StepOutcome.SKIPPED,
              "the driver has no counter hw_counters/out_of_buffer, so that drops are unknown",
              "",
              facts)
          : Judgement.failed(
              "drops are unknown, because the adapter's queues failed", "send the report", facts);
    }
    long dropped = capture.dropped().getAsLong();
    if (dropped == 0) {
      return Judgement.failed(
          "nothing was dropped, although more packets came than there are slots",
          "send the report: drops of this adapter may be counted elsewhere",
          facts);
    }
    if (withoutSlot.isPresent() && dropped < withoutSlot.getAsLong()) {
      return Judgement.failed(
          dropped + " drops were counted, and out_of_buffer grew by " + withoutSlot.getAsLong(),
          "if other programs use the adapter, try again without them",
          facts);
    }
    if (counted.isPresent()
        && PortCounters.missing(capture.watched().packets() + dropped, counted.getAsLong()) > 0) {
      return Judgement.failed(
          "captured and dropped packets together are "
              + (capture.watched().packets() + dropped)
              + ", and the port counted "
              + counted.getAsLong(),
          "send the report: some drops are not counted",
          facts);
    }
    return Judgement.passed(facts);
  }

  /** Loads the link, and looks for the buffer that it takes if the default is too small. */
  Judgement rate() throws IOException, EndpointException {
    PortCounters before = PortCounters.of(settings.port());
    Capture capture = Capture.counting(settings.port(), SnifferOptions.DEFAULT);
    long bytes = load(capture, settings.load());
    OptionalLong counted = PortCounters.of(settings.port()).packetsSince(before);
    List<Fact> facts = capture.facts();
    facts.add(Fact.of("packets by the port's counters", Capture.words(counted)));
    facts.add(0, Fact.of("load", rate(bytes)));
    settings.port().rate().ifPresent(link -> facts.add(1, Fact.of("link", link)));
    Optional<Judgement> ended = ended(capture, facts);
    if (ended.isPresent()) {
      return ended.get();
    }
    if (capture.watched().packets() == 0) {
      return Judgement.failed("no packet was captured under load", "send the report", facts);
    }
    if (capture.sniffer().gaps() > 0) {
      return Judgement.failed(
          "the adapter's queues failed " + capture.sniffer().gaps() + " times under load",
          "send the report",
          facts);
    }
    OptionalLong dropped = capture.dropped();
    if (dropped.isEmpty() && counted.isEmpty()) {
      return new Judgement(
          StepOutcome.SKIPPED, "the driver counts neither drops nor packets", "", facts);
    }
    long missing =
        counted.isEmpty()
            ? 0
            : PortCounters.missing(capture.watched().packets(), counted.getAsLong());
    if (dropped.orElse(0) == 0 && missing == 0) {
      return Judgement.passed(facts);
    }
    Optional<Long> enough = enough(capture.sniffer(), facts);
    return Judgement.failed(
        dropped.orElse(0) > 0
            ? dropped.getAsLong() + " packets were dropped with the default slots"
            : missing + " packets that the port counted are missing, with the default slots",
        enough.isPresent()
            ? "use --buffer " + enough.get() / MEBIBYTE + "M, with which none was dropped"
            : "no buffer that could be had was enough; try --busy-poll, or a filter on the switch",
        facts);
  }

  /** The smallest doubling of a buffer without drops; empty if there is none. */
  private Optional<Long> enough(HcaSniffer tooSmall, List<Fact> facts)
      throws IOException, EndpointException {
    int slots = tooSmall.slots();
    long size = Math.max(MEBIBYTE, Long.highestOneBit((long) slots * tooSmall.snapLength()));
    while (size < MOST_BUFFER) {
      size *= 2;
      try {
        Capture capture =
            Capture.counting(settings.port(), SnifferOptions.DEFAULT.withBuffer(size));
        PortCounters before = PortCounters.of(settings.port());
        long unused = load(capture, settings.load());
        OptionalLong counted = PortCounters.of(settings.port()).packetsSince(before);
        OptionalLong dropped = capture.dropped();
        facts.add(
            Fact.of("dropped with --buffer " + size / MEBIBYTE + "M", Capture.words(dropped)));
        long captured = capture.watched().packets();
        if (dropped.equals(OptionalLong.of(0))
            && capture.failure().isEmpty()
            && captured > 0
            && PortCounters.missing(captured, counted.orElse(0)) == 0) {
          return Optional.of(size);
        }
        if (capture.sniffer().slots() <= slots) {
          facts.add(Fact.of("most slots of the adapter", slots));
          return Optional.empty();
        }
        slots = capture.sniffer().slots();
      } catch (SnifferException e) {
        facts.add(Fact.of("--buffer " + size / MEBIBYTE + "M", String.valueOf(e.getMessage())));
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Has slots that are shorter than most packets. */
  Judgement longPackets() throws IOException, EndpointException {
    Capture capture =
        Capture.counting(settings.port(), SnifferOptions.DEFAULT.withPacketLength(SHORT_SLOT));
    load(capture, SHORT_LOAD);
    List<Fact> facts = capture.facts();
    Optional<Judgement> ended = ended(capture, facts);
    if (ended.isPresent()) {
      return ended.get();
    }
    if (capture.sniffer().tooLong() > 0) {
      return Judgement.passed(
          capture.sniffer().gaps() > 0 ? "the driver stops the queue pair for them" : "", facts);
    }
    return capture.sniffer().gaps() > 0
        ? Judgement.passed("the driver stops the queue pair for each, without counting it", facts)
        : Judgement.failed(
            "no packet was counted as too long for a slot of " + SHORT_SLOT + " bytes",
            "send the report: the adapter may cut packets, or lose them silently",
            facts);
  }

  private long load(Capture capture, Duration time) throws EndpointException {
    try {
      return traffic.flood(time);
    } finally {
      capture.finish();
    }
  }

  private static Optional<Judgement> ended(Capture capture, List<Fact> facts) {
    return capture
        .failure()
        .map(
            why ->
                Judgement.failed(
                    "the capture ended early: " + why.getMessage(), "send the report", facts));
  }

  private String rate(long bytes) {
    return String.format(
        Locale.ROOT,
        "%.2f Gb/s of RDMA Writes, then of Reads",
        bytes * BITS_PER_BYTE / settings.load().toNanos());
  }
}
