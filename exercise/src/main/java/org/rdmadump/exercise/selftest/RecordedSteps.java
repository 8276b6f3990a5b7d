package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.device.LinkLayer;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.exercise.proof.Verification;
import org.rdmadump.exercise.proof.Verified;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.live.hca.SnifferOptions;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** One exercise that is recorded, and the steps that look at its capture. */
final class RecordedSteps {
  private static final Judgement NO_CAPTURE =
      Judgement.skipped("there is no capture, see the step packets", "");

  /** As tcpdump.org/linktypes has them. */
  private static final int LINKTYPE_ETHERNET = 1;

  private static final int LINKTYPE_INFINIBAND = 247;

  /** What a timestamp may be off by: both clocks are read one after the other. */
  private static final long TOLERANCE_NANOS = 1_000_000L;

  /** A packet is taken within that time if nothing else waits. */
  private static final long PROMPT_NANOS = 50_000_000L;

  private static final double NANOS_PER_MILLI = 1e6;

  private final SelfTestSettings settings;
  private final Traffic traffic;
  private Optional<Capture> recorded = Optional.empty();

  RecordedSteps(SelfTestSettings settings, Traffic traffic) {
    this.settings = settings;
    this.traffic = traffic;
  }

  private Path file() {
    return settings.scratch().resolve("packets.pcapng");
  }

  /** Captures an exercise, and holds the capture against what was in memory. */
  Judgement packets() throws IOException, EndpointException {
    PortCounters before = PortCounters.of(settings.port());
    Capture capture =
        Capture.recording(settings.port(), SnifferOptions.DEFAULT, settings.filter(), file());
    Traffic.Driven driven;
    try {
      driven = traffic.exercise();
    } finally {
      capture.finish();
    }
    recorded = Optional.of(capture);
    OptionalLong counted = PortCounters.of(settings.port()).packetsSince(before);
    List<Fact> facts = capture.facts();
    facts.add(Fact.of("packets by the port's counters", Capture.words(counted)));
    long captured = capture.watched().packets();
    if (captured == 0) {
      return Judgement.failed(
          "no packet was captured, although the exercise was done",
          "send the report: the adapter accepts the rule and delivers nothing",
          facts);
    }
    if (capture.failure().isPresent()) {
      return Judgement.failed(
          "the capture ended early: " + capture.failure().get().getMessage(), "", facts);
    }
    Optional<Verified> verified =
        Verification.of(driven.run(), driven.journal(), file(), () -> false);
    List<Proof> proofs = verified.map(Verified::proofs).orElse(List.of());
    facts.add(Fact.of("cases proven", proven(proofs) + " of " + offered(proofs)));
    for (Proof proof : proofs) {
      if (proof.outcome() != ProofResult.PROVEN && proof.outcome() != ProofResult.NOT_OFFERED) {
        return Judgement.failed(
            name(proof) + ": " + proof.outcome().label() + ": " + proof.why(),
            "run rdmadump exercise client HOST, which shows all cases and keeps the capture",
            facts);
      }
    }
    if (counted.isPresent()
        && PortCounters.missing(capture.dropped().orElse(0) + captured, counted.getAsLong()) > 0) {
      return Judgement.failed(
          captured + " packets were captured, and the port counted " + counted.getAsLong(),
          "if other programs use the port, try again without them",
          facts);
    }
    return Judgement.passed(facts);
  }

  private static String name(Proof proof) {
    return proof.row().of().label() + " by " + proof.row().by().name().toLowerCase(Locale.ROOT);
  }

  private static long proven(List<Proof> proofs) {
    return proofs.stream().filter(each -> each.outcome() == ProofResult.PROVEN).count();
  }

  private static long offered(List<Proof> proofs) {
    return proofs.stream().filter(each -> each.outcome() != ProofResult.NOT_OFFERED).count();
  }

  /** Decodes that capture, and looks for what a wrong beginning or end leads to. */
  Judgement bounds() throws IOException {
    if (recorded.isEmpty() || recorded.get().watched().packets() == 0) {
      return NO_CAPTURE;
    }
    Map<String, Integer> found = new TreeMap<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void finding(Finding finding, OptionalInt connection) {
            if (finding.rule().severity() == Severity.ERROR
                || finding.rule().equals(IbRules.BAD_VCRC)) {
              found.merge(finding.rule().name(), 1, Integer::sum);
            }
          }
        };
    CaptureSummary summary;
    long withoutIcrc;
    try (CountedIcrcs source = new CountedIcrcs(CaptureFile.open(file()))) {
      summary = new CaptureDecoder(source, CaptureOptions.DEFAULT, listener).decodeAll();
      withoutIcrc = source.without();
    }
    int linkType = recorded.get().sniffer().linkType();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("link type", linkType));
    facts.add(Fact.of("RDMA packets decoded", summary.rdmaPackets()));
    facts.add(Fact.of("packets without ICRC", withoutIcrc));
    found.forEach((rule, count) -> facts.add(Fact.of("findings of " + rule, count)));
    Optional<LinkLayer> layer = settings.port().linkLayer();
    int expected =
        layer.equals(Optional.of(LinkLayer.ETHERNET)) ? LINKTYPE_ETHERNET : LINKTYPE_INFINIBAND;
    if (linkType != expected) {
      return Judgement.failed(
          "the link type is " + linkType + ", but the port's link layer asks for " + expected,
          "send the report",
          facts);
    }
    if (summary.rdmaPackets() == 0) {
      return Judgement.failed(
          "no RDMA packet could be decoded: packets may begin at another byte",
          "send the report",
          facts);
    }
    if (!found.isEmpty()) {
      return Judgement.failed(
          "packets do not begin or end where they should: " + String.join(", ", found.keySet()),
          found.containsKey(IbRules.BAD_ICRC.name())
              ? "the adapter may replace the ICRC; send the report"
              : "send the report",
          facts);
    }
    return withoutIcrc == 0
        ? Judgement.passed(facts)
        : Judgement.passed(
            "the adapter leaves out the ICRC of "
                + withoutIcrc
                + " packets, so damage of them cannot be told",
            facts);
  }

  /** Looks at the timestamps of that capture. */
  Judgement times() {
    if (recorded.isEmpty() || recorded.get().watched().packets() == 0) {
      return NO_CAPTURE;
    }
    Watched watched = recorded.get().watched();
    boolean adapters = recorded.get().sniffer().isAdapterClock();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("clock", adapters ? "of the adapter" : "of the system"));
    facts.add(Fact.of("from timestamp to program, least", millis(watched.leastDelay())));
    facts.add(Fact.of("from timestamp to program, most", millis(watched.mostDelay())));
    if (watched.early() > 0) {
      return Judgement.failed(
          watched.early() + " packets have times from before the capture",
          "send the report",
          facts);
    }
    if (watched.leastDelay() < -TOLERANCE_NANOS) {
      return Judgement.failed("packets have times in the future", "send the report", facts);
    }
    if (watched.leastDelay() > PROMPT_NANOS) {
      return Judgement.failed(
          "every packet's time is at least " + millis(watched.leastDelay()) + " too early",
          "send the report",
          facts);
    }
    if (!adapters) {
      return Judgement.failed(
          "times are the system's: the adapter's clock cannot be read, or is not trusted",
          "send the report, with the setting of the firmware for real time"
              + " (REAL_TIME_CLOCK_ENABLE)",
          facts);
    }
    return Judgement.passed(facts);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MILLI);
  }
}
