package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** The columns of messages and exchanges: fields of their registries. */
final class MessageColumns {
  /** The file that a record is about: that of its main operation. */
  static final TableColumn PATH =
      new TableColumn(
          "nfs.path", ColumnType.TEXT, "path of the file that the main operation is about");

  private static final List<String> OF_MESSAGES =
      List.of(
          "connection",
          "number",
          "first_frame",
          "last_frame",
          "send_frame",
          "time",
          "completed_time",
          "transport",
          "recognised",
          "direction",
          "src",
          "dst",
          "src_qp",
          "dst_qp",
          "src_port",
          "dst_port",
          "p_key",
          "sl",
          "vl",
          "delivered",
          "settled_by",
          "invalidated",
          "rpcrdma.xid",
          "rpcrdma.version",
          "rpcrdma.credits",
          "rpcrdma.procedure",
          "rpcrdma.procedure_code",
          "rpcrdma.truncated",
          "rpcrdma.malformed",
          "rpcrdma.error.code",
          "rpcordma.reads_count",
          "rpcordma.writes_count",
          "rpcordma.reply_count",
          "rpc.type",
          "rpc.xid",
          "rpc.program",
          "rpc.version",
          "rpc.procedure",
          "rpc.program_name",
          "rpc.procedure_name",
          "rpc.auth",
          "rpc.status",
          "rpc.call_number",
          "rpc.latency_ns",
          "rpc.timing.to_first_rdma_ns",
          "rpc.timing.rdma_ns",
          "rpc.timing.to_reply_ns",
          "rpc.repeat_of",
          "rpc.length",
          "rpc.complete",
          "nfs.minor_version",
          "nfs.main_operation",
          "nfs.status",
          "nfs.fh",
          "nfs.offset",
          "nfs.count",
          "failed");

  private static final List<String> OF_EXCHANGES =
      List.of(
          "connection",
          "xid",
          "call.number",
          "reply.number",
          "call.first_frame",
          "call.send_frame",
          "reply.send_frame",
          "call.time",
          "reply.time",
          "call.direction",
          "call.src",
          "call.dst",
          "rpc.program_name",
          "rpc.version",
          "rpc.procedure_name",
          "call.rpc.auth",
          "rpc.credential.uid",
          "call.rpc.repeat_of",
          "call.rpc.length",
          "reply.rpc.length",
          "call.rpc.complete",
          "reply.rpc.complete",
          "call.rpcrdma.credits",
          "reply.rpcrdma.credits",
          "call.rpcrdma.procedure",
          "reply.rpcrdma.procedure",
          "call.rpcordma.reads_count",
          "call.rpcordma.writes_count",
          "call.rpcordma.reply_count",
          "rpc.latency_ns",
          "timing.to_first_rdma_ns",
          "timing.rdma_ns",
          "timing.to_reply_ns",
          "rpc.status",
          "nfs.minor_version",
          "nfs.main_operation",
          "nfs.status",
          "nfs.fh",
          "nfs.offset",
          "nfs.count",
          "failed");

  private MessageColumns() {}

  /** {@return those of messages} */
  static List<ReadColumn<RpcMessage>> ofMessages() {
    return withPath(
        ReadColumn.of(MessageFields.registry(), OF_MESSAGES), each -> each.content().names());
  }

  /** {@return those of exchanges} */
  static List<ReadColumn<RpcExchange>> ofExchanges() {
    return withPath(ReadColumn.of(ExchangeFields.registry(), OF_EXCHANGES), RpcExchange::names);
  }

  private static <R> List<ReadColumn<R>> withPath(
      List<ReadColumn<R>> columns, Function<R, FileNames> names) {
    List<ReadColumn<R>> all = new ArrayList<>(columns);
    all.add(path(record -> names.apply(record).path()));
    return all;
  }

  /** {@return a column for the file that a record is about} */
  static <R> ReadColumn<R> path(Function<R, Optional<FilePath>> path) {
    FieldReader<R> reader =
        (record, to) -> {
          Optional<FilePath> known = path.apply(record);
          return known.isPresent() && to.text(known.get().text());
        };
    return new ReadColumn<>(PATH, FieldType.TEXT, reader);
  }
}
