package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

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
    count(fields, "packets", "packets", TrafficCounters::packets);
    count(fields, "bytes", "payload bytes of the packets", TrafficCounters::bytes);
    fields.number(DURATION, "duration_ns", "from the first packet to the last", SentBySide::nanos);
    count(fields, "data_packets", "packets with payload", TrafficCounters::dataPackets);
    fields
        .add(
            UNSIGNED,
            "mean_payload",
            "bytes of payload, of packets with payload",
            FieldReader.ofLong(SentBySide::meanPayload))
        .add(
            UNSIGNED,
            "fill_percent",
            "the same in percent of the path MTU",
            FieldReader.ofLong(SentBySide::fill));
    count(fields, "retransmitted", "packets sent again", TrafficCounters::retransmitted);
    count(fields, "retransmitted_bytes", "their bytes", TrafficCounters::retransmittedBytes);
    fields
        .add(
            UNSIGNED,
            "duplicates",
            "packets sent again that the receiver had acknowledged",
            FieldReader.ofLong(side -> side.where(true, side.traffic().duplicates())))
        .add(
            UNSIGNED,
            "timeouts",
            "how often sending again began without a refusal",
            FieldReader.ofLong(side -> side.where(true, side.traffic().timeouts())))
        .optionalPart("bursts", "how often sending again began, by cause", bursts(), Optional::of);
    count(fields, "out_of_order", "packets ahead of a missing one", TrafficCounters::outOfOrder);
    fields
        .add(
            UNSIGNED,
            "missing_bytes",
            "bytes of the stream in no captured packet",
            FieldReader.ofLong(side -> side.where(false, side.traffic().missingBytes())))
        .add(
            TEXT,
            "naks",
            "codes of the refusals that the side got",
            (side, to) -> to.counts(side.traffic().refusals()))
        .values(NameLists.of(NakCode.values(), NakCode::text, NakCode.NONE));
    count(fields, "rnr_naks", "RNR NAKs that the side got", TrafficCounters::notReadyCount);
    count(fields, "cnps", "CNPs that the side got", TrafficCounters::congestionNotifications);
    count(fields, "ecn_marks", "packets that met congestion", TrafficCounters::congestionMarks);
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

  private static void count(
      FieldRegistry<SentBySide> fields,
      String name,
      String meaning,
      ToLongFunction<TrafficCounters> value) {
    fields.number(UNSIGNED, name, meaning, side -> value.applyAsLong(side.traffic()));
  }

  private static FieldRegistry<SentBySide> bursts() {
    FieldRegistry<SentBySide> fields = new FieldRegistry<>("bursts");
    for (RepeatCause cause : RepeatCause.values()) {
      count(
          fields,
          cause.label(),
          "how often sending again began, cause: " + cause.counted(1).substring(2),
          sent -> sent.bursts().getOrDefault(cause, 0L));
      fields.inJson(InJson.IF_TRUE);
    }
    return fields;
  }
}
