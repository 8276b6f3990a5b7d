package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** The odd messages against the line of the workload file that each has. */
final class OddCapture {
  private static final Set<String> REFUSALS =
      Set.of(
          "aeth.remote-access-error", "aeth.read-refused", "rdmap.terminate", "rdmap.read-refused");
  private static final int PROCEDURE = 3;
  private static final int RDMA_ERROR = 4;
  private static final int REPLY_STAT = 2;
  private static final int DENIED = 1;
  private static final int ACCEPT_STAT = 5;
  private static final List<String> ACCEPTED =
      List.of("SUCCESS", "PROG_UNAVAIL", "PROG_MISMATCH", "PROC_UNAVAIL", "GARBAGE_ARGS");

  /** What must be noticed about each message; about the others nothing. */
  private static final Map<String, Set<String>> FINDINGS =
      Map.ofEntries(
          Map.entry("garbage_arguments", Set.of("xdr.bad-length")),
          Map.entry("version_2", Set.of("rpcrdma.other-version")),
          Map.entry("rpc_mismatch", Set.of("rpc.other-version")),
          Map.entry("type_9", Set.of("rpcrdma.unknown-procedure")),
          Map.entry("done", Set.of("rpcrdma.obsolete-procedure")),
          Map.entry("msgp", Set.of("rpcrdma.obsolete-procedure")),
          Map.entry("error_from_client", Set.of("rpcrdma.error")),
          Map.entry("bad_list_marker", Set.of("rpcrdma.malformed-header")),
          Map.entry("short_header", Set.of("rpcrdma.malformed-header")),
          Map.entry("header_without_lists", Set.of("rpcrdma.malformed-header")),
          Map.entry("too_many_segments", Set.of("rpcrdma.malformed-header")),
          Map.entry("nomsg_without_chunk", Set.of("rpcrdma.nomsg-without-chunk")));

  /** Whose memory the client's device refused; over iWARP the program was not always told. */
  private static final Set<String> BAD_MEMORY =
      Set.of("bad_handle_read", "bad_handle_reply", "read_past_end");

  private final DecodedCapture decoded;
  private final boolean iwarp;

  OddCapture(DecodedCapture decoded, boolean iwarp) {
    this.decoded = decoded;
    this.iwarp = iwarp;
  }

  /** The first message with the line's XID is what was sent, a later one is the answer. */
  List<String> differences(OddLine line) {
    List<String> differences = new ArrayList<>();
    List<RpcMessage> messages =
        decoded.messages().stream().filter(each -> each.header().xid() == line.xid()).toList();
    if (messages.isEmpty()) {
      differences.add("not decoded");
      return differences;
    }
    RpcMessage sent = messages.get(0);
    expect(differences, "bytes sent", line.sent(), sent.sendLength());
    Set<String> rules = rules(List.of(sent));
    rules.removeAll(REFUSALS);
    expect(
        differences,
        "findings",
        new TreeSet<>(FINDINGS.getOrDefault(line.name(), Set.of())),
        rules);
    expect(
        differences,
        "refused",
        iwarp ? BAD_MEMORY.contains(line.name()) : line.refused(),
        isRefused(line.xid(), messages));
    expect(
        differences,
        "malformed",
        rules.contains("rpcrdma.malformed-header"),
        sent.header().malformed());
    List<RpcMessage> answers =
        messages.subList(1, messages.size()).stream().filter(RpcMessage::delivered).toList();
    expect(differences, "delivered answers", line.answer().isEmpty() ? 0 : 1, answers.size());
    if (!line.answer().isEmpty() && !answers.isEmpty()) {
      answer(line, sent, answers.get(0), differences);
    }
    if (line.answer().isEmpty()) {
      noAnswer(sent, differences);
    }
    return differences;
  }

  private static Set<String> rules(List<RpcMessage> messages) {
    Set<String> rules = new TreeSet<>();
    for (RpcMessage message : messages) {
      message.findings().forEach(finding -> rules.add(finding.rule().name()));
    }
    return rules;
  }

  /** An operation on memory that was refused is told with the exchange that it was for. */
  private boolean isRefused(int xid, List<RpcMessage> messages) {
    Set<String> rules = rules(messages);
    decoded.exchanges().stream()
        .filter(each -> each.xid() == xid)
        .flatMap(each -> each.findings().stream())
        .forEach(finding -> rules.add(finding.rule().name()));
    return REFUSALS.stream().anyMatch(rules::contains);
  }

  private void answer(OddLine line, RpcMessage sent, RpcMessage answer, List<String> differences) {
    expect(differences, "answer", hex(line.answer()), hex(WireWords.of(answer)));
    Optional<String> status = status(answer, line.answer());
    expect(differences, "status", status, answer.rpc().flatMap(RpcSummary::status));
    boolean paired = false;
    for (RpcExchange exchange : decoded.exchanges()) {
      paired |=
          exchange.call().filter(sent::equals).isPresent()
              && exchange.reply().filter(answer::equals).isPresent();
    }
    expect(differences, "exchange of both", true, paired);
    if (answer.rpc().isPresent()) {
      expect(differences, "call number", sent.number(), answer.rpc().get().callNumber().orElse(-1));
    }
  }

  /** A call without an answer is an exchange without a reply; what was refused it lost. */
  private void noAnswer(RpcMessage sent, List<String> differences) {
    if (sent.rpc().isPresent()) {
      expect(
          differences,
          "exchanges without a reply",
          1L,
          decoded.exchanges().stream()
              .filter(each -> each.call().filter(sent::equals).isPresent())
              .filter(each -> each.reply().isEmpty())
              .count());
    }
    long refused = 0;
    for (ReadChunk chunk : sent.readChunks()) {
      refused += chunk.segments().stream().mapToLong(ChunkSegment::length).sum();
    }
    expect(
        differences,
        "missing",
        refused == 0 ? List.of() : List.of(new MissingRange(0, refused, Absence.LOST)),
        sent.rpc().map(RpcSummary::missing).orElse(List.of()));
  }

  /** The status that the answer's RPC reply has, which stands behind the header or in a chunk. */
  private static Optional<String> status(RpcMessage answer, List<Integer> words) {
    if (words.get(PROCEDURE) == RDMA_ERROR) {
      return Optional.empty();
    }
    int header = answer.header().length() / Integer.BYTES;
    List<Integer> rpc = words.subList(Math.min(words.size(), header), words.size());
    if (rpc.isEmpty()) {
      return Optional.of(ACCEPTED.get(0));
    }
    return Optional.of(
        rpc.get(REPLY_STAT) == DENIED ? "RPC_MISMATCH" : ACCEPTED.get(rpc.get(ACCEPT_STAT)));
  }

  private static String hex(List<Integer> words) {
    StringBuilder text = new StringBuilder();
    words.forEach(word -> text.append(HexFormat.of().toHexDigits(word)).append(' '));
    return text.toString();
  }

  private static void expect(List<String> into, String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      into.add(what + ": expected " + expected + ", decoded " + actual);
    }
  }
}
