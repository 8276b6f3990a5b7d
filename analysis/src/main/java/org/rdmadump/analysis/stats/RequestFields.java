package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
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
    FieldRegistry<SentRequests> fields =
        new FieldRegistry<SentRequests>("requests")
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
            .add(
                UNSIGNED,
                "requests_per_second",
                "over the time of the connection",
                optional(SentRequests::perSecond))
            .add(
                UNSIGNED,
                "bytes_per_second",
                "over the time of the connection",
                optional(SentRequests::rate));
    distribution(fields, DURATION, "latency_ns", "time to the answer", r -> r.tally().latencies());
    distribution(fields, UNSIGNED, "size_bytes", "bytes of one request", r -> r.tally().sizes());
    return fields;
  }

  private static FieldReader<SentRequests> optional(Function<SentRequests, OptionalLong> value) {
    return (each, to) -> {
      OptionalLong number = value.apply(each);
      return number.isPresent() && to.number(number.getAsLong());
    };
  }

  private static void distribution(
      FieldRegistry<SentRequests> fields,
      FieldType type,
      String name,
      String meaning,
      Function<SentRequests, Distribution> of) {
    fields.number(
        UNSIGNED, name + ".count", meaning + ": how many values", r -> of.apply(r).count());
    part(fields, type, name + ".min", meaning + ", least", of, Distribution::least);
    part(fields, type, name + ".mean", meaning + ", mean", of, Distribution::mean);
    part(fields, type, name + ".p50", meaning + ", median", of, d -> d.percentile(MEDIAN));
    part(fields, type, name + ".p90", meaning + ", 90th percentile", of, d -> d.percentile(MOST));
    part(
        fields,
        type,
        name + ".p99",
        meaning + ", 99th percentile",
        of,
        d -> d.percentile(NEARLY_ALL));
    part(fields, type, name + ".max", meaning + ", greatest", of, Distribution::greatest);
  }

  private static void part(
      FieldRegistry<SentRequests> fields,
      FieldType type,
      String name,
      String meaning,
      Function<SentRequests, Distribution> of,
      ToLongFunction<Distribution> value) {
    fields.add(
        type,
        name,
        meaning,
        (each, to) -> of.apply(each).count() > 0 && to.number(value.applyAsLong(of.apply(each))));
  }
}
