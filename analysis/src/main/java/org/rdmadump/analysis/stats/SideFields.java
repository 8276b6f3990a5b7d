package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;
import static org.rdmadump.analysis.field.FieldUnit.BYTES;
import static org.rdmadump.analysis.field.FieldUnit.PACKETS;

import java.util.Optional;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.ib.NakCode;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.TrafficCounters;

/** The fields of what a side of a connection sent, in the order of JSON. */
final class SideFields {
  private SideFields() {}

  static FieldRegistry<SentBySide> registry() {
    FieldRegistry<SentBySide> fields = new FieldRegistry<>("sides");
    count(fields, "packets", "packets", TrafficCounters::packets).in(PACKETS);
    count(fields, "bytes", "payload bytes of the packets", TrafficCounters::bytes).in(BYTES);
    fields.number(DURATION, "duration_ns", "from the first packet to the last", SentBySide::nanos);
    count(fields, "data_packets", "packets with payload", TrafficCounters::dataPackets).in(PACKETS);
    fields
        .add(
            UNSIGNED,
            "mean_payload",
            "bytes of payload, of packets with payload",
            FieldReader.ofLong(SentBySide::meanPayload))
        .in(BYTES)
        .add(
            UNSIGNED,
            "fill_percent",
            "the same in percent of the path MTU",
            FieldReader.ofLong(SentBySide::fill));
    count(fields, "retransmitted", "packets retransmitted", TrafficCounters::retransmitted)
        .in(PACKETS);
    count(fields, "retransmitted_bytes", "their bytes", TrafficCounters::retransmittedBytes)
        .in(BYTES);
    fields
        .add(
            UNSIGNED,
            "duplicates",
            "packets retransmitted that the receiver had acknowledged",
            FieldReader.ofLong(side -> side.where(true, side.traffic().duplicates())))
        .in(PACKETS)
        .add(
            UNSIGNED,
            "timeouts",
            "how often retransmissions began without a refusal",
            FieldReader.ofLong(side -> side.where(true, side.traffic().timeouts())))
        .optionalPart(
            "bursts", "how often retransmissions began, by cause", bursts(), Optional::of);
    count(fields, "out_of_order", "packets ahead of a missing one", TrafficCounters::outOfOrder)
        .in(PACKETS);
    fields
        .add(
            UNSIGNED,
            "missing_bytes",
            "bytes of the stream in no captured packet",
            FieldReader.ofLong(side -> side.where(false, side.traffic().missingBytes())))
        .in(BYTES)
        .add(
            TEXT,
            "naks",
            "codes of the refusals that the side got",
            (side, to) -> to.counts(side.traffic().refusals()))
        .values(NameLists.of(NakCode.values(), NakCode::text, NakCode.NONE));
    count(fields, "rnr_naks", "RNR NAKs that the side got", TrafficCounters::notReadyCount);
    count(fields, "cnps", "CNPs that the side got", TrafficCounters::congestionNotifications);
    count(fields, "ecn_marks", "packets that met congestion", TrafficCounters::congestionMarks)
        .in(PACKETS);
    return fields
        .add(
            UNSIGNED,
            "least_credits",
            "fewest credits that an acknowledgement granted",
            FieldReader.ofLong(SentBySide::leastCredits))
        .number(
            UNSIGNED,
            "without_credits",
            "acknowledgements that granted none",
            SentBySide::withoutCredits);
  }

  private static FieldRegistry<SentBySide> count(
      FieldRegistry<SentBySide> fields,
      String name,
      String meaning,
      ToLongFunction<TrafficCounters> value) {
    return fields.number(UNSIGNED, name, meaning, side -> value.applyAsLong(side.traffic()));
  }

  private static FieldRegistry<SentBySide> bursts() {
    FieldRegistry<SentBySide> fields = new FieldRegistry<>("bursts");
    for (RepeatCause cause : RepeatCause.values()) {
      count(
          fields,
          cause.label(),
          "how often retransmissions began, cause: " + cause.counted(1).substring(2),
          sent -> sent.bursts().getOrDefault(cause, 0L));
      fields.inJson(InJson.IF_TRUE);
    }
    return fields;
  }
}
