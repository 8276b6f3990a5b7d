package org.rdmadump.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.conformance.PlainNfs;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Severity;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Assertions about a whole capture; each decodes the capture to its end.
 *
 * <pre>{@code
 * assertThat(capture).isReadable().hasNoCallsWithoutReply().hasNoFindings(WARNING);
 * }</pre>
 */
public final class CaptureAssert extends DrawnAssert<CaptureAssert, RdmaCapture> {
  /** Exchanges that a failure shows. */
  private static final int SHOWN = 3;

  /** Findings that a failure shows. */
  private static final int SHOWN_FINDINGS = 10;

  CaptureAssert(RdmaCapture actual) {
    super(actual, CaptureAssert.class);
  }

  private CaptureSummary summary() {
    isNotNull();
    return given().summary();
  }

  @Override
  String drawing() {
    return "";
  }

  /** Assertions fail on empty sets. */
  private void hasExchanges() {
    isNotNull();
    check(!Exchanges.of(given()).isEmpty(), "RPC over RDMA", "none");
  }

  private void hasSome(String what, Predicate<RpcExchange> wanted) {
    hasExchanges();
    check(!Exchanges.of(given()).matching(wanted).isEmpty(), what, "none");
  }

  private CaptureAssert none(String what, Exchanges exchanges) {
    List<RpcExchange> some = exchanges.first(SHOWN);
    if (!some.isEmpty()) {
      StringBuilder text = new StringBuilder("expected no " + what + " but there are\n");
      some.forEach(each -> text.append('\n').append(Drawing.of(each)));
      fail(text.toString());
    }
    return this;
  }

  /** Verifies that the input could be read to its end. */
  public CaptureAssert isReadable() {
    isNotNull();
    List<String> problems = given().problems();
    return check(problems.isEmpty(), "a capture without damage", problems);
  }

  /**
   * Verifies that there were NFS calls over RDMA, and none over TCP or UDP to port 2049 without
   * RDMA.
   */
  public CaptureAssert hasAllNfsOverRdma() {
    check(!Exchanges.of(given()).matching("nfs.op").isEmpty(), "NFS over RDMA", "none");
    PlainNfs plain = new PlainNfs();
    given().showFrames(plain);
    return check(
        plain.calls() == 0,
        "no NFS without RDMA",
        Counted.of(plain.calls(), "call") + " of it, the first in frame " + plain.first());
  }

  /**
   * Verifies that there are calls, and every call has a reply or an RDMA_ERROR. A call that was
   * sent over several connections has one if any of them brought it.
   */
  public CaptureAssert hasNoCallsWithoutReply() {
    hasSome("calls", exchange -> exchange.call().filter(RpcMessage::isCall).isPresent());
    long unanswered = summary().unanswered();
    return unanswered == 0
        ? this
        : none("call without reply", unanswered())
            .check(false, "no call without reply", unanswered);
  }

  /** The calls of which no copy has an answer. */
  private Exchanges unanswered() {
    Set<Long> answered = new HashSet<>();
    try (Stream<RpcExchange> all = Exchanges.of(given()).stream()) {
      all.filter(each -> each.reply().isPresent())
          .flatMap(each -> each.call().stream())
          .forEach(call -> answered.add(call.firstNumber()));
    }
    return Exchanges.of(given())
        .matching(
            each ->
                each.isUnanswered() && !answered.contains(each.call().orElseThrow().firstNumber()));
  }

  /** Verifies that there are replies, or RDMA_ERRORs, and each has a call. */
  public CaptureAssert hasNoRepliesWithoutCall() {
    hasSome(
        "replies",
        each ->
            each.reply().isPresent() && (each.call().isPresent() || each.isAnswerWithoutCall()));
    return none(
        "reply without call", Exchanges.of(given()).matching(RpcExchange::isAnswerWithoutCall));
  }

  /** Verifies that there are messages, and no message has missing bytes. */
  public CaptureAssert isComplete() {
    hasExchanges();
    return none(
            "incomplete exchange",
            Exchanges.of(given())
                .matching(
                    each ->
                        Stream.of(each.call(), each.reply())
                            .flatMap(message -> message.flatMap(RpcMessage::rpc).stream())
                            .anyMatch(rpc -> !rpc.complete())))
        .check(summary().incomplete() == 0, "no incomplete message", summary().incomplete());
  }

  /**
   * Verifies that there is RPC over RDMA, without findings of that severity or above. The findings
   * are those of {@code rdmadump check}: also those about whole messages and connections, and the
   * warning {@code capture.cut-short} about a damaged input.
   */
  public CaptureAssert hasNoFindings(Severity from) {
    hasExchanges();
    Map<Severity, Long> severities = new EnumMap<>(Severity.class);
    Map<String, Long> rules = new TreeMap<>();
    List<CheckFinding> shown = new ArrayList<>();
    try (Stream<CheckFinding> all = given().findings()) {
      all.filter(each -> each.finding().rule().severity().compareTo(from) >= 0)
          .forEach(
              each -> {
                severities.merge(each.finding().rule().severity(), 1L, Long::sum);
                rules.merge(each.finding().rule().name(), 1L, Long::sum);
                if (shown.size() < SHOWN_FINDINGS) {
                  shown.add(each);
                }
              });
    }
    if (!shown.isEmpty()) {
      List<String> found = new ArrayList<>();
      severities.forEach((severity, count) -> found.add(count + " of severity " + severity));
      StringBuilder text = new StringBuilder("expected no finding but there is " + found);
      text.append(", by rule ").append(rules).append('\n');
      shown.forEach(each -> text.append(FindingTexts.of(each)));
      fail(text.toString());
    }
    return this;
  }

  /** Verifies the number of connections with RPC-over-RDMA. */
  public CaptureAssert hasConnections(int count) {
    return hasCount(summary().connections(), count, "connection");
  }

  /**
   * Verifies that every reply granted at least one credit, and no connection sent more calls than
   * were granted, as {@link ConnectionAssert#keepsToItsCredits}.
   */
  public CaptureAssert keepsToItsCredits() {
    hasExchanges();
    return Connections.of(given()).areWithinCredits(this);
  }

  /**
   * {@return assertions about a file that NFS moved}
   *
   * @param name its path, or the end of the path: {@code dir/data} or {@code data}; or its place in
   *     the output of the verb extract, a path below a folder for each server
   * @throws AssertionError if there is no such file, or more than one; the message lists the files
   */
  public FileAssert file(String name) {
    return file(all -> CapturedFile.named(Exchanges.fileName(name), all), name);
  }

  /**
   * {@return assertions about a file that NFS moved}
   *
   * @param handle its file handle
   * @throws AssertionError if there is none with that handle, or several servers have one
   */
  public FileAssert file(byte[] handle) {
    Optional<String> digest = Optional.of(Rope.of(handle).sha256());
    return file(
        all -> all.stream().filter(each -> each.handleSha256().equals(digest)).toList(),
        "with the file handle " + HexFormat.of().formatHex(handle));
  }

  private FileAssert file(UnaryOperator<List<ExtractedFile>> choice, String name) {
    isNotNull();
    CapturedFiles files = CapturedFiles.of(given(), choice);
    List<ExtractedFile> found = files.wanted();
    check(!found.isEmpty(), "a file " + name, places(files.files()));
    check(
        found.size() == 1,
        "one file " + name,
        Counted.of(found.size(), "file") + " " + places(found));
    return new FileAssert(files.only().orElseThrow());
  }

  private static List<String> places(List<ExtractedFile> files) {
    return files.stream().map(ExtractedFile::path).toList();
  }

  /**
   * Verifies that there is RPC over RDMA, and how many bytes are known of all files that NFS moved.
   * The capture must keep bytes, as {@link Capture} does.
   */
  public CaptureAssert hasMoved(long bytes) {
    hasExchanges();
    long sum = 0;
    for (ExtractedFile each : CapturedFiles.of(given()).files()) {
      check(
          !CapturedFiles.isEvicted(each.main()),
          "the bytes of " + each.path(),
          "none that were kept: " + CapturedFiles.KEEP_BYTES);
      sum += each.main().bytes();
    }
    return check(sum == bytes, bytes + " bytes of files", sum);
  }

  /**
   * Verifies that data was written, and all of it is known to be on stable storage at the end: the
   * WRITE was stable, or a COMMIT with the same verifier followed.
   */
  public CaptureAssert hasCommittedAllWrites() {
    isNotNull();
    List<ExtractedFile> files = CapturedFiles.of(given()).files();
    check(files.stream().anyMatch(ExtractedFile::wasWritten), "files that were written", "none");
    List<String> open =
        files.stream()
            .filter(each -> each.wasWritten() && !each.committed())
            .map(ExtractedFile::path)
            .toList();
    return check(open.isEmpty(), "all that was written on stable storage", "more in " + open);
  }

  /**
   * Verifies that there are replies to WRITE or COMMIT, and all replies of a server have the same
   * verifier: the server did not restart (RFC 1813 section 3.3.7).
   */
  public CaptureAssert hasSteadyWriteVerifier() {
    isNotNull();
    Map<IpAddress, Set<Long>> verifiers = CapturedFiles.of(given()).verifiers();
    check(!verifiers.isEmpty(), "answers to WRITE or COMMIT", "none");
    verifiers.forEach(
        (server, values) ->
            check(values.size() == 1, "one write verifier of server " + server, values.size()));
    return this;
  }

  /**
   * Verifies that there is RPC over RDMA, and the bytes that the largest READ and WRITE moved, 0 if
   * there was none.
   */
  public CaptureAssert hasLargestIo(long read, long write) {
    hasExchanges();
    CapturedFiles files = CapturedFiles.of(given());
    check(files.read().bytes() == read, "a largest READ of " + read, files.read());
    return check(files.write().bytes() == write, "a largest WRITE of " + write, files.write());
  }

  /**
   * Verifies that the capture matches a golden file. The file has a line for each exchange as
   * {@code rdmadump --exchanges} prints it, each message without RPC, each finding without a
   * message, and damage of the input. A failure shows the differences. The system property {@code
   * rdmadump.golden.update=true} writes the file instead of comparing it, unless the environment
   * variable {@code CI} is set.
   */
  public CaptureAssert matchesGolden(Path file) {
    isNotNull();
    return passes(Golden.difference(given(), file));
  }

  /**
   * Verifies that the capture shows the same behaviour as another run of the same workload.
   *
   * <p>Compared are the calls about each file with their operations, arguments, results and order;
   * header procedures and chunks; transport, number of connections, inline thresholds, credits and
   * remote invalidation; and which rules have findings. Times, XIDs, handles, stateids, identifiers
   * of clients and sessions, verifiers, addresses, queue pairs, PSNs, numbers of frames and
   * packets, and repeated calls are not compared. A failure lists the first differences with their
   * places in both captures. Memory grows with the number of calls.
   *
   * @param golden the other run
   */
  public CaptureAssert behavesLike(RdmaCapture golden) {
    return behavesLike(golden, Tolerance.NONE);
  }

  /**
   * As {@link #behavesLike(RdmaCapture)}, but some of it may differ.
   *
   * @param golden the other run
   * @param tolerance what may differ
   */
  public CaptureAssert behavesLike(RdmaCapture golden, Tolerance tolerance) {
    Behaviour found = behaviour();
    Behaviour expected = BehaviourReader.of(golden);
    return passes(new BehaviourComparison(expected, found, tolerance).failure("the golden"));
  }

  /**
   * As {@link #behavesLike(RdmaCapture)}, with a text file in place of the other run. The system
   * property {@code rdmadump.golden.update=true} writes the file instead of comparing it, as for
   * {@link #matchesGolden}.
   *
   * @param golden the file
   */
  public CaptureAssert behavesLike(Path golden) {
    return behavesLike(golden, Tolerance.NONE);
  }

  /**
   * As {@link #behavesLike(Path)}, but some of it may differ. The file has all of the behaviour,
   * whatever the tolerance.
   *
   * @param golden the file
   * @param tolerance what may differ
   */
  public CaptureAssert behavesLike(Path golden, Tolerance tolerance) {
    Behaviour found = behaviour();
    return passes(
        Golden.difference(
            found.lines(),
            golden,
            lines ->
                new BehaviourComparison(Behaviour.read(lines, golden), found, tolerance)
                    .failure(golden + " (-D" + Golden.UPDATE + "=true takes the new one over)")));
  }

  private Behaviour behaviour() {
    isNotNull();
    Behaviour found = BehaviourReader.of(given());
    check(!found.calls().isEmpty(), "RPC over RDMA", "none");
    return found;
  }

  private CaptureAssert passes(String failure) {
    if (!failure.isEmpty()) {
      fail(failure);
    }
    return this;
  }
}
