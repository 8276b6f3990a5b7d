package org.rdmadump.cli;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.ColumnWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The fields that are printed in place of whole records.
 *
 * @param ofMessages of messages
 * @param ofExchanges of exchanges
 * @param ofNvme makes those of NVMe commands, which most captures have none of
 * @param ifNvmeComesFirst makes what takes their place if the first record is an NVMe command;
 *     empty if the user has chosen them
 */
record Columns(
    List<Field<RpcMessage>> ofMessages,
    List<Field<RpcExchange>> ofExchanges,
    Supplier<List<Field<NvmeExchange>>> ofNvme,
    Optional<Supplier<Columns>> ifNvmeComesFirst) {
  /** Whole records. */
  static final Columns NONE =
      new Columns(
          List.of(),
          List.of(),
          new Supplier<>() {
            @Override
            public List<Field<NvmeExchange>> get() {
              return List.of();
            }
          },
          Optional.empty());

  private static final List<String> USUAL =
      List.of(
          "number",
          "time",
          "connection",
          "src",
          "dst",
          "rpcrdma.xid",
          "rpc.type",
          "rpc.program_name",
          "rpc.version",
          "nfs.main_operation",
          "rpc.length",
          "rpc.latency_ns",
          "rpc.status",
          "nfs.status",
          "failed");
  private static final List<String> USUAL_OF_EXCHANGES =
      List.of(
          "connection",
          "xid",
          "call.number",
          "reply.number",
          "call.time",
          "call.src",
          "call.dst",
          "call.rpc.program_name",
          "call.rpc.version",
          "call.nfs.main_operation",
          "call.rpc.length",
          "reply.rpc.length",
          "reply.rpc.latency_ns",
          "reply.rpc.status",
          "reply.nfs.status",
          "failed");
  private static final List<String> USUAL_OF_NVME =
      List.of(
          "number",
          "time",
          "connection",
          "src",
          "dst",
          "nvme.queue",
          "nvme.cmd.cid",
          "nvme.set",
          "nvme.operation",
          "nvme.cmd.nsid",
          "nvme.cmd.slba",
          "nvme.cmd.nlb",
          "nvme.data.length",
          "nvme.latency_ns",
          "nvme.status",
          "failed");

  /**
   * Reads them from a command line.
   *
   * @throws CommandFailure if a field does not exist, or there are none where some are needed
   */
  static Columns of(Arguments arguments, OutputFormat format, boolean exchanges)
      throws CommandFailure {
    List<String> asked = names(arguments, format);
    if (!format.hasColumns() && asked.isEmpty()) {
      return NONE;
    }
    List<String> names = !asked.isEmpty() ? asked : exchanges ? USUAL_OF_EXCHANGES : USUAL;
    KnownConnections known = arguments.connections();
    Optional<Supplier<Columns>> ifNvmeComesFirst =
        asked.isEmpty() ? Optional.of(() -> usualOfNvme(known, exchanges)) : Optional.empty();
    return exchanges
        ? new Columns(
            List.of(),
            fields(names, RecordFields.ofExchanges(known), arguments),
            () -> known(names, RecordFields.ofNvme(known, ExchangeFields::registry)),
            ifNvmeComesFirst)
        : new Columns(
            fields(names, RecordFields.ofMessages(known), arguments),
            List.of(),
            () -> known(names, RecordFields.ofNvme(known, MessageFields::registry)),
            ifNvmeComesFirst);
  }

  /** Exchanges have no time and address of their own. */
  private static Columns usualOfNvme(KnownConnections known, boolean exchanges) {
    return new Columns(
        exchanges ? List.of() : known(USUAL_OF_NVME, RecordFields.ofMessages(known)),
        exchanges ? known(USUAL_OF_NVME, RecordFields.ofExchanges(known)) : List.of(),
        () -> known(USUAL_OF_NVME, RecordFields.ofNvme(known, MessageFields::registry)),
        Optional.empty());
  }

  /**
   * {@return the names of fields that are asked for}
   *
   * @throws CommandFailure if there are some where none are printed, or none where some are needed
   */
  static List<String> names(Arguments arguments, OutputFormat format) throws CommandFailure {
    List<String> names = arguments.values(CommandOption.FIELD);
    if (arguments.has(CommandOption.COLUMNS)) {
      return listed(arguments, format, names);
    }
    if (!format.hasColumns() && !names.isEmpty()) {
      throw CommandFailure.usage("-e needs -T fields or -T csv");
    }
    if (names.isEmpty() && format == OutputFormat.FIELDS) {
      throw CommandFailure.usage("-T fields needs -e FIELD; rdmadump fields lists them");
    }
    for (String name : names) {
      if (name.isBlank()) {
        throw CommandFailure.usage("-e needs the name of a field; rdmadump fields lists them");
      }
      if (name.contains(",")) {
        throw CommandFailure.usage("-e " + name + ": one field for each -e; repeat -e for more");
      }
    }
    return names;
  }

  /** {@return the names of {@code --columns}} */
  private static List<String> listed(Arguments arguments, OutputFormat format, List<String> others)
      throws CommandFailure {
    if (format != OutputFormat.TEXT || !others.isEmpty()) {
      throw CommandFailure.usage("--columns is text: -T fields and csv take -e FIELD");
    }
    List<String> names = new ArrayList<>();
    for (String list : arguments.values(CommandOption.COLUMNS)) {
      names.addAll(List.of(list.split(",", -1)));
    }
    if (names.stream().anyMatch(String::isBlank)) {
      throw CommandFailure.usage(
          "--columns needs names of fields with a comma between them; rdmadump fields lists them");
    }
    return names;
  }

  /** {@return whether there are none: records are printed as a whole} */
  boolean isEmpty() {
    return ofMessages.isEmpty() && ofExchanges.isEmpty();
  }

  /** {@return what prints them} */
  RecordWriter writer(OutputStream out, ColumnFormat format, boolean flushEachLine) {
    RecordWriter writer =
        new ColumnWriter(out, format, ofMessages, ofExchanges, ofNvme, flushEachLine);
    return ifNvmeComesFirst.isPresent()
        ? new FirstRecordColumns(
            writer, () -> ifNvmeComesFirst.get().get().writer(out, format, flushEachLine))
        : writer;
  }

  /** {@return the same of names that are fields of another kind of record} */
  private static <R> List<Field<R>> known(List<String> names, FieldRegistry<R> registry) {
    return names.stream().map(name -> registry.find(name).orElseThrow().called(name)).toList();
  }

  /** {@return the fields of those names, called so} */
  static <R> List<Field<R>> fields(
      List<String> names, FieldRegistry<R> registry, Arguments arguments) throws CommandFailure {
    List<Field<R>> fields = new ArrayList<>(names.size());
    for (String name : names) {
      Optional<Field<R>> field = registry.find(name);
      if (field.isEmpty()) {
        throw CommandFailure.usage("column: " + Filters.unknown(name, registry, arguments.verb()));
      }
      arguments.data().ask(field.get().need());
      fields.add(field.get().called(name));
    }
    return fields;
  }
}
