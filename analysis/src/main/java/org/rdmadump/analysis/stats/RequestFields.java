package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.rdma.Distribution;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rpcrdma.Direction;

/** The fields of the requests of one kind that a side of a connection sent. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
final class RequestFields {
  private static final int MEDIAN = 50;
  private static final int MOST = 90;
  private static final int NEARLY_ALL = 99;

  private RequestFields() {}

  static FieldRegistry<SentRequests> registry() {
    return new FieldRegistry<SentRequests>("requests")
        .named(
            "from",
            "side that sent them",
            List.of("client", "server"),
            each -> each.side().direction() == Direction.FORWARD ? 0 : 1)
        .named(
            "kind",
            "what they do, such as send, write or read",
            NameLists.of(RequestKind.values(), RequestKind::label),
            each -> each.kind().ordinal())
        .number(UNSIGNED, "requests", "how many there were", each -> each.tally().count())
        .number(UNSIGNED, "bytes", "bytes that they moved", each -> each.tally().bytes())
        .in(FieldUnit.BYTES)
        .add(
            UNSIGNED,
            "requests_per_second",
            "over the time of the connection",
            FieldReader.ofLong(SentRequests::perSecond))
        .add(
            UNSIGNED,
            "bytes_per_second",
            "over the time of the connection",
            FieldReader.ofLong(SentRequests::rate))
        .optionalPart(
            "latency_ns",
            "times to the answers, if there was one",
            distribution(DURATION, FieldUnit.NS, "time to the answer"),
            known(each -> each.tally().latencies()))
        .optionalPart(
            "size_bytes",
            "sizes",
            distribution(UNSIGNED, FieldUnit.BYTES, "bytes of one request"),
            known(each -> each.tally().sizes()));
  }

  private static Function<SentRequests, Optional<Distribution>> known(
      Function<SentRequests, Distribution> of) {
    return each -> Optional.of(of.apply(each)).filter(values -> values.count() > 0);
  }

  private static FieldRegistry<Distribution> distribution(
      FieldType type, FieldUnit unit, String meaning) {
    FieldRegistry<Distribution> fields =
        new FieldRegistry<Distribution>("values")
            .number(UNSIGNED, "count", meaning + ": how many values", Distribution::count);
    part(fields, type, unit, "min", meaning + ", least", Distribution::least);
    part(fields, type, unit, "mean", meaning + ", mean", Distribution::mean);
    part(fields, type, unit, "p50", meaning + ", median", d -> d.percentile(MEDIAN));
    part(fields, type, unit, "p90", meaning + ", 90th percentile", d -> d.percentile(MOST));
    part(fields, type, unit, "p99", meaning + ", 99th percentile", d -> d.percentile(NEARLY_ALL));
    part(fields, type, unit, "max", meaning + ", greatest", Distribution::greatest);
    return fields;
  }

  private static void part(
      FieldRegistry<Distribution> fields,
      FieldType type,
      FieldUnit unit,
      String name,
      String meaning,
      ToLongFunction<Distribution> value) {
    fields.number(type, name, meaning, value).in(unit);
  }
}
