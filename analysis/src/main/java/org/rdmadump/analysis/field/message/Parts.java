package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.LEVEL;
import static org.rdmadump.analysis.field.FieldType.SIGNED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.TIME;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;
import static org.rdmadump.analysis.field.FieldUnit.BYTES;
import static org.rdmadump.analysis.field.FieldUnit.PACKETS;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.NumberBlock;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** The fields of what messages and exchanges have several of. */
@SuppressWarnings("EnumOrdinal") // Enumerations are all names that values can have.
public final class Parts {
  /** Names of severities, the least one first. */
  private static final List<String> SEVERITIES = List.of("note", "warning", "error");

  private static final ValueNames SEVERITY = new NamesOfSeverities();

  private static final class NamesOfSeverities implements ValueNames {
    @Override
    public String text(long value) {
      return SEVERITIES.get((int) value);
    }
  }

  private Parts() {}

  /** {@return what was noticed} */
  public static FieldRegistry<Finding> findings() {
    return new FieldRegistry<Finding>("findings")
        .add(
            TEXT,
            "rule",
            "rule, such as bth.psn-gap",
            (finding, to) -> to.text(finding.rule().name()))
        .values(new LateNames(() -> new RuleCatalogue().namesOfMessages()))
        .add(LEVEL, "severity", "note (0), warning (1) or error (2)", Parts::severity)
        .values(SEVERITIES)
        .add(UNSIGNED, "frame", "where", (f, to) -> f.frame() > 0 && to.number(f.frame()))
        .add(UNSIGNED, "offset", "byte in the frame", Parts::offset)
        .in(BYTES)
        .add(TEXT, "message", "text of the finding; may change", (f, to) -> to.text(f.message()))
        .inJson(InJson.BEHIND_LISTS);
  }

  private static boolean severity(Finding finding, ValueVisitor to) {
    return to.named(finding.rule().severity().ordinal(), SEVERITY);
  }

  private static boolean offset(Finding finding, ValueVisitor to) {
    return finding.offset() >= 0 && to.number(finding.offset());
  }

  /** {@return the name of a severity in output} */
  public static String name(Severity severity) {
    return SEVERITIES.get(severity.ordinal());
  }

  /** {@return ranges of bytes that were not seen} */
  public static FieldRegistry<MissingRange> missing() {
    List<String> reasons = NameLists.of(Absence.values(), Absence::label);
    return new FieldRegistry<MissingRange>("ranges")
        .number(UNSIGNED, "offset", "offset of the first missing byte", MissingRange::offset)
        .in(BYTES)
        .number(UNSIGNED, "length", "missing bytes", MissingRange::length)
        .in(BYTES)
        .named("reason", "why they are missing", reasons, range -> range.reason().ordinal())
        // What nobody asked for is not missing to who asks.
        .values(reasons.subList(0, Absence.NOT_KEPT.ordinal()));
  }

  /** {@return segments of chunks} */
  public static FieldRegistry<ChunkSegment> segments() {
    NumberBlock<ChunkSegment> of = new Segment();
    return new FieldRegistry<ChunkSegment>("segments")
        .add(HEX32, "handle", "handle of a segment: R_Key or STag", of.at(0))
        .add(UNSIGNED, "length", "bytes of a segment", of.at(1))
        .in(BYTES)
        .add(HEX64, "offset", "address of a segment", of.at(2))
        .add(UNSIGNED, "transferred", "bytes seen moving through a segment", of.at(3))
        .in(BYTES);
  }

  private static final class Segment extends NumberBlock<ChunkSegment> {
    @Override
    protected int find(ChunkSegment segment, long[] to) {
      to[0] = Integer.toUnsignedLong(segment.handle());
      to[1] = segment.length();
      to[2] = segment.offset();
      return 0b0111 | put(segment.transferred(), to, 3);
    }
  }

  /** {@return RDMA operations that moved bytes of chunks} */
  public static FieldRegistry<RdmaTransfer> transfers() {
    List<String> kinds = NameLists.of(RdmaTransfer.Kind.values(), RdmaTransfer.Kind::label);
    String kind = "read: the server fetched data; write: it delivered data";
    return new FieldRegistry<RdmaTransfer>("transfers")
        .named("kind", kind, kinds, transfer -> transfer.kind().ordinal())
        .add(HEX32, "handle", "handle of the client's memory", (t, to) -> bits(t.handle(), to))
        .number(HEX64, "address", "address in the client's memory", RdmaTransfer::address)
        .number(UNSIGNED, "length", "bytes announced by the operation", RdmaTransfer::length)
        .in(BYTES)
        .number(UNSIGNED, "transferred", "captured bytes", RdmaTransfer::transferred)
        .in(BYTES)
        .number(
            UNSIGNED,
            "packets",
            "captured packets with data, over iWARP FPDUs",
            RdmaTransfer::packets)
        .in(PACKETS)
        .add(UNSIGNED, "first_psn", "PSN of the first packet", (t, to) -> psn(t.firstPsn(), to))
        .add(UNSIGNED, "last_psn", "PSN of the last packet", (t, to) -> psn(t.lastPsn(), to))
        .add(
            UNSIGNED,
            "msn",
            "over iWARP, message number of the Read request",
            sink(sink -> Integer.toUnsignedLong(sink.messageSequence())))
        .add(
            HEX32,
            "sink_handle",
            "over iWARP, STag of the server's memory for a Read",
            sink(sink -> Integer.toUnsignedLong(sink.handle())))
        .add(HEX64, "sink_address", "over iWARP, offset in that memory", sink(ReadSink::offset))
        .number(
            UNSIGNED, "first_frame", "frame of the packet captured first", RdmaTransfer::firstFrame)
        .number(
            UNSIGNED, "last_frame", "frame of the packet captured last", RdmaTransfer::lastFrame)
        .number(
            SIGNED,
            "first_ns",
            "time of first_frame, nanoseconds since 1970",
            RdmaTransfer::firstNanos)
        .number(TIME, "first_time", "time of first_frame", RdmaTransfer::firstNanos)
        .inJson(InJson.NEVER)
        .number(
            SIGNED,
            "last_ns",
            "time of last_frame, nanoseconds since 1970",
            RdmaTransfer::lastNanos)
        .number(TIME, "last_time", "time of last_frame", RdmaTransfer::lastNanos)
        .inJson(InJson.NEVER);
  }

  private static boolean psn(int psn, ValueVisitor to) {
    return psn >= 0 && to.number(psn);
  }

  private static FieldReader<RdmaTransfer> sink(ToLongFunction<ReadSink> number) {
    return (transfer, to) -> {
      Optional<ReadSink> sink = transfer.sink();
      return sink.isPresent() && to.number(number.applyAsLong(sink.get()));
    };
  }

  /** Shows 32 bits without a sign. */
  static boolean bits(int value, ValueVisitor to) {
    return to.number(Integer.toUnsignedLong(value));
  }

  /** Shows 32 bits without a sign, if they are there. */
  static boolean bits(OptionalInt value, ValueVisitor to) {
    return value.isPresent() && bits(value.getAsInt(), to);
  }
}
