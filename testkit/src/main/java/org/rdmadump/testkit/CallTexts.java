package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rdmadump.RecordField;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Words for what a workload determines of a call and its reply. What a server or a run chooses,
 * such as handles, stateids, cookies and times, is not among the fields.
 */
final class CallTexts {
  /** Names of flags repeat the name of their field. */
  private static final Pattern PREFIX = Pattern.compile("OPEN4_SHARE_ACCESS_|ACCESS[34]_");

  private static final String INVALIDATES = "invalidates a handle";
  private static final Pattern SEGMENTS = Pattern.compile(" in [0-9]+ segments?|, " + INVALIDATES);

  private final Map<String, RecordField<RpcExchange>> results =
      fields(
          "reply.nfs.",
          "count",
          "data.length",
          "eof",
          "committed",
          "access",
          "delegation.delegation_type");

  private static Map<String, RecordField<RpcExchange>> fields(String prefix, String... names) {
    Map<String, RecordField<RpcExchange>> fields = new LinkedHashMap<>();
    for (String each : names) {
      String label = each.contains(".") ? each.substring(0, each.indexOf('.')) : each;
      fields.put(label, RecordField.ofExchanges(prefix + each));
    }
    return fields;
  }

  /** {@return what a call asks for, as a column} */
  static String arguments(RpcExchange exchange) {
    return exchange.call().map(CallArguments::of).orElse("");
  }

  /** {@return what a reply says, as a column} */
  String result(RpcExchange exchange) {
    List<String> words = new ArrayList<>();
    words.add(exchange.status().orElse(exchange.reply().isPresent() ? "unknown" : "no reply"));
    add(words, results, exchange);
    return BehavedCall.column(String.join(" ", words));
  }

  private static void add(
      List<String> words, Map<String, RecordField<RpcExchange>> fields, RpcExchange exchange) {
    fields.forEach(
        (label, field) -> {
          List<String> values = field.texts(exchange);
          if (!values.isEmpty()) {
            words.add(label + " " + PREFIX.matcher(String.join(",", values)).replaceAll(""));
          }
        });
  }

  /** {@return the procedure of a header} */
  static String procedure(RpcMessage message) {
    return message
        .header()
        .procedure()
        .map(RdmaProcedure::name)
        .orElse("procedure " + Integer.toUnsignedString(message.header().procedureCode()));
  }

  /** {@return procedure and chunks of a message, with the lengths that it says, as a column} */
  static String chunks(RpcMessage message) {
    List<String> parts = new ArrayList<>();
    parts.add(procedure(message));
    for (ReadChunk each : message.readChunks()) {
      parts.add(
          chunk(each.position() == 0 ? "Position-Zero chunk" : "Read chunk", each.segments()));
    }
    for (WriteChunk each : message.writeChunks()) {
      parts.add(chunk("Write chunk", each.segments()));
    }
    message.replyChunk().ifPresent(each -> parts.add(chunk("Reply chunk", each.segments())));
    message.invalidated().ifPresent(any -> parts.add(INVALIDATES));
    return String.join(", ", parts);
  }

  /** {@return a column of chunks without what depends on the registration of memory} */
  static String withoutSegments(String chunks) {
    return SEGMENTS.matcher(chunks).replaceAll("");
  }

  private static String chunk(String kind, List<ChunkSegment> segments) {
    long length = segments.stream().mapToLong(ChunkSegment::length).sum();
    return kind + " of " + length + " B in " + Counted.of(segments.size(), "segment");
  }
}
