package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** The columns of what messages and exchanges have several of. */
final class PartColumns {
  private PartColumns() {}

  /** {@return those of segments} */
  static List<ReadColumn<ListedSegment>> ofSegments() {
    List<ReadColumn<ListedSegment>> columns = new ArrayList<>();
    List<String> ofMessage =
        List.of("connection", "number", "send_frame", "time", "rpcrdma.xid", "rpc.type");
    columns.addAll(
        within(ReadColumn.of(MessageFields.registry(), ofMessage), ListedSegment::message));
    columns.add(
        new ReadColumn<>(
            new TableColumn(
                "list", ColumnType.TEXT, "read and write: Read and Write list; reply: Reply chunk"),
            FieldType.NAMED,
            (each, to) -> to.named(each.list(), at -> ListedSegment.LISTS.get((int) at))));
    columns.add(
        number("chunk", "1, 2, 3, ...: the chunk in its list", (e, to) -> to.number(e.chunk())));
    columns.add(
        number(
            "position",
            "position of a Read chunk in the RPC message",
            (each, to) -> {
              OptionalLong position = each.position();
              return position.isPresent() && to.number(position.getAsLong());
            }));
    List<String> own = List.of("handle", "length", "offset", "transferred");
    List<ReadColumn<ChunkSegment>> segments = ReadColumn.of(Parts.segments(), own);
    columns.addAll(within(segments, ListedSegment::segment));
    return columns;
  }

  private static ReadColumn<ListedSegment> number(
      String name, String meaning, FieldReader<ListedSegment> reader) {
    return new ReadColumn<>(
        new TableColumn(name, ColumnType.INTEGER, meaning), FieldType.UNSIGNED, reader);
  }

  /** {@return those of transfers} */
  static List<ReadColumn<MovedPart>> ofTransfers() {
    List<String> ofExchange = List.of("connection", "xid", "call.number", "reply.number");
    List<ReadColumn<MovedPart>> columns =
        new ArrayList<>(
            within(ReadColumn.of(ExchangeFields.registry(), ofExchange), MovedPart::exchange));
    List<String> own =
        List.of(
            "kind",
            "handle",
            "address",
            "length",
            "transferred",
            "packets",
            "first_psn",
            "last_psn",
            "msn",
            "sink_handle",
            "sink_address",
            "first_frame",
            "last_frame",
            "first_time",
            "last_time");
    List<ReadColumn<RdmaTransfer>> transfers = ReadColumn.of(Parts.transfers(), own);
    columns.addAll(within(transfers, MovedPart::transfer));
    return columns;
  }

  /** {@return those of findings} */
  static List<ReadColumn<CheckFinding>> ofFindings() {
    List<String> names =
        List.of("connection", "xid", "number", "rule", "severity", "frame", "offset", "message");
    List<ReadColumn<CheckFinding>> columns =
        new ArrayList<>(
            within(
                ReadColumn.of(FindingFields.registry(), names),
                finding -> new FindingSubject(finding, Optional.empty(), Optional.empty())));
    columns.add(MessageColumns.path(CheckFinding::path));
    return columns;
  }

  private static <O, R> List<ReadColumn<O>> within(
      List<ReadColumn<R>> columns, Function<O, R> part) {
    List<ReadColumn<O>> all = new ArrayList<>(columns.size());
    for (ReadColumn<R> each : columns) {
      FieldReader<R> reader = each.reader();
      all.add(each.within((outer, to) -> reader.read(part.apply(outer), to)));
    }
    return all;
  }
}
