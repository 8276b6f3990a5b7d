package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterOptionsTest {
  private static final String CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap").toString();

  private static final String MIXED =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-mixed-versions.pcap").toString();

  private static final String ODD =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-odd.pcap").toString();
  private static final String LINKS =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toString();
  private static final String XATTR =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs42-xattr.pcap").toString();

  private static final String NVME =
      Path.of("..", "testdata", "captures", "verbs", "rxe-nvme.pcap").toString();

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldPrintWhatEveryExpressionChooses() {
    assertThat(run("-Y", "nfs.op == WRITE", CAPTURE)).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).isNotEmpty().allSatisfy(line -> assertThat(line).contains("WRITE"));
    int both = lines().size();

    run("-Y", "nfs.op == WRITE", "-m", "rpc.type == call", CAPTURE);
    assertThat(lines())
        .hasSize(both / 2)
        .allSatisfy(line -> assertThat(line).contains("call   NFS v4.1 WRITE"));
  }

  /** The target of one of the two links was moved by RDMA, and is kept for nothing else. */
  @Test
  void shouldChooseByDataWhateverIsPrinted() {
    String moved = "nfs.symlink.to contains \"t/t/t\"";

    run("-Y", "nfs.symlink.to", LINKS);
    assertThat(lines()).hasSize(2);
    assertThat(run("--expect-no-match", "-Y", moved, LINKS)).isNotEqualTo(ExitStatus.DONE);
    run("--exchanges", "-T", "fields", "-e", "nfs.target", "-Y", "call." + moved, LINKS);
    assertThat(lines()).singleElement().asString().startsWith("t/t/t");
    run("-T", "fields", "-e", "nfs.target", "-Y", "nfs.op == SYMLINK and rpc.type == call", LINKS);
    assertThat(lines()).hasSize(2).last().asString().startsWith("t/t/t");
    assertThat(run("stats", "-Y", "call." + moved, LINKS)).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("SYMLINK");
  }

  @Test
  void shouldHashWhatAFilterAsksForTheDigestOf() throws IOException {
    run("-T", "fields", "-e", "rpc.sha256", "-Y", "nfs.op == WRITE && rpc.type == call", CAPTURE);
    String digest = lines().get(0);
    assertThat(digest).hasSize(64);
    String asked = "rpc.sha256 == " + digest;

    assertThat(run("-Y", asked, "--expect-match", CAPTURE)).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).singleElement().asString().contains("call   NFS v4.1 WRITE");
    for (String verb : List.of("stats", "summary")) {
      assertThat(run(verb, "-Y", "call." + asked, "--expect-match", CAPTURE)).isZero();
    }
    for (List<String> written :
        List.of(
            List.of("-w", "cut.pcapng", "-Y", asked),
            List.of("export", "-o", "tcp.pcapng", "-Y", asked),
            List.of("report", "-o", "page.html", "-Y", "call." + asked),
            List.of("extract", "-o", "files", "-Y", "call." + asked))) {
      List<String> words = new ArrayList<>(written);
      boolean hasVerb = !words.get(0).equals("-w");
      words.set(hasVerb ? 2 : 1, folder.resolve(words.get(hasVerb ? 2 : 1)).toString());
      words.addAll(List.of("--expect-match", CAPTURE));
      assertThat(run(words.toArray(new String[0]))).as("%s", written).isEqualTo(ExitStatus.DONE);
    }
  }

  @Test
  void shouldHashTheDataOfNvmeCommandsIfAFilterOrAColumnAsks() {
    run("-T", "fields", "-e", "nvme.data.sha256", "-Y", "nvme.operation == Write", NVME);
    String digest = lines().get(1);
    assertThat(digest).hasSize(64);

    assertThat(run("-Y", "nvme.data.sha256 == " + digest, "--expect-no-match", NVME)).isOne();
    assertThat(lines()).isNotEmpty();
  }

  /** Findings of calls only, of replies only, and of exchanges only. */
  @ParameterizedTest
  @CsvSource({
    "rpcrdma.malformed-header, 4, 4",
    "rpcrdma.error, 8, 8",
    "rpcrdma.call-without-reply, 3, 0"
  })
  void shouldChooseByFindingsOfTheCallTheReplyAndThePair(String rule, int exchanges, int messages) {
    String expression = "findings.rule == " + rule;

    run("--exchanges", "--json", "-Y", expression, ODD);
    assertThat(recordsOf("exchange"))
        .hasSize(exchanges)
        .allSatisfy(line -> assertThat(line).contains("\"rule\":\"" + rule + "\""));

    run("--json", "-Y", expression, ODD);
    assertThat(recordsOf("message")).hasSize(messages);

    run("check", "--json", "-Y", expression, ODD);
    assertThat(recordsOf("finding"))
        .hasSize(exchanges)
        .allSatisfy(line -> assertThat(line).contains("\"rule\":\"" + rule + "\""));

    run("stats", "--json", "-Y", expression, ODD);
    assertThat(recordsOf("connection")).hasSize(exchanges);
  }

  private List<String> recordsOf(String kind) {
    return lines().stream()
        .filter(line -> line.startsWith("{\"record\":\"" + kind + "\""))
        .toList();
  }

  /** Frames have the findings of messages that are about them. */
  @ParameterizedTest
  @CsvSource({"rpcrdma.malformed-header, 4", "rpcrdma.error, 8"})
  void shouldChooseFramesByFindingsOfTheirMessages(String rule, int frames) {
    run("--frames", "--json", "-Y", "findings.rule == " + rule, ODD);

    assertThat(recordsOf("frame"))
        .hasSize(frames)
        .allSatisfy(line -> assertThat(line).contains("\"rule\":\"" + rule + "\""));
  }

  @Test
  void shouldTakeSecondsSinceTheFirstFrame() {
    run("-Y", "frame.time_relative >= 1.5s && time_relative <= 1600ms", CAPTURE);
    List<String> asked = lines();

    run("--start", "+1.5", "--end", "+1600ms", CAPTURE);

    assertThat(lines()).isEqualTo(asked).hasSize(5);
    assertThat(asked.get(0)).contains("    1.5");
    assertThat(run("--start", "+soon", CAPTURE)).isEqualTo(ExitStatus.USAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "+8, +2",
    "+2s, +1500ms",
    "20, 10",
    "2026-11-20T23:26:26Z, 2026-11-20T23:26:25.5Z",
  })
  void shouldRefuseAWindowThatEndsBeforeItBegins(String start, String end) {
    assertThat(run("--start", start, "--end", end, CAPTURE)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--start " + start + " is behind --end " + end);
    assertThat(run("--start", end, "--end", start, CAPTURE)).isEqualTo(ExitStatus.DONE);
    assertThat(run("--start", start, "--end", start, CAPTURE)).isEqualTo(ExitStatus.DONE);
  }

  @ParameterizedTest
  @CsvSource({"-w one -w two, -w", "export -o one -o two, -o", "report -o a --output b, -o"})
  void shouldRefuseAnOptionThatNamesOneThingAndIsGivenTwice(String options, String option) {
    String[] words = (options + " " + CAPTURE).split(" ");

    assertThat(run(words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(option + " given twice");
    assertThat(run("-Y", "nfs.op", "-Y", "rpc.xid", "-q", CAPTURE)).isEqualTo(ExitStatus.DONE);
  }

  @Test
  void shouldTellWhenAFrameWasCaptured() {
    run("--frames", "--start", "+1.5", "-c", "1", "-T", "fields", "-e", "frame", CAPTURE);
    String frame = lines().get(0);

    run("--frames", "-Y", "frame.time_relative < 1.5s", CAPTURE);

    assertThat(lines()).hasSize(Integer.parseInt(frame) - 1);
  }

  @Test
  void shouldTakeAConnectionAsLinesHaveIt() {
    run("-Y", "connection == 3", ODD);
    List<String> asked = lines();

    run("-Y", "connection == c3", ODD);

    assertThat(lines()).isEqualTo(asked).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "rpcordma.reads_count > 0, len(rpcrdma.read_chunks) > 0",
    "rpcordma.reads_count == 2, len(rpcrdma.read_chunks.segments) == 2",
    "rpcordma.writes_count == 0, not rpcrdma.write_chunks",
    "rpcordma.reply_count == 1, rpcrdma.reply_chunk",
    "rpc.state_accept == 0, rpc.status == SUCCESS",
    "nfs.count4 == 5000, rpc.type == reply && nfs.count == 5000",
    "nfs.slotid == 0, nfs.sa_slotid == 0 || nfs.sr_slotid == 0",
  })
  void shouldKnowNamesOfWireshark(String theirs, String ours) {
    run("-Y", ours, CAPTURE);
    List<String> asked = lines();

    run("-Y", theirs, CAPTURE);

    assertThat(lines()).isEqualTo(asked).isNotEmpty();
  }

  @Test
  void shouldCompareAStatusWithThoseOfItsVersion() {
    run("-Y", "nfs.status", MIXED);
    int all = lines().size();
    run("-Y", "nfs.status != NFS3_OK", MIXED);
    assertThat(lines()).isNotEmpty().allMatch(line -> line.contains("NFS v3"));
    run("-Y", "nfs.status == NFS3_OK or nfs.status != NFS3_OK", MIXED);
    assertThat(lines()).hasSizeLessThan(all).allMatch(line -> line.contains("v3"));
  }

  @Test
  void shouldFindFieldsByTheNameOfAValue() {
    assertThat(run("fields", "NFS4ERR_DELAY")).isEqualTo(ExitStatus.DONE);

    assertThat(lines())
        .anyMatch(line -> line.startsWith("nfs.status"))
        .noneMatch(line -> line.startsWith("    "));
  }

  @Test
  void shouldFindExtendedAttributesByName() {
    run("-Y", "nfs.name == x8192", XATTR);

    assertThat(lines()).isNotEmpty().allMatch(line -> line.contains("XATTR"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -Y,nfs.name == *.txt | in == a * is only itself: use contains, or matches with a pattern such as '\\.txt$'
          -Y, | empty filter; leave out -Y to select everything
          -T,fields,-e,rpc.uid | column: no field rpc.uid; did you mean rpc.credential.uid?
          -T,jsno | -T jsno: not one of text, fields, csv, json, ndjson (did you mean json?)
          -T,sariff | -T sariff: not one of text, fields, csv, json, ndjson (sarif is for rdmadump check)
          -T,pdml | -T pdml: not one of text, fields, csv, json, ndjson; -T json --frames has the layers of each packet and their fields
          -T,ek | -T ek: not one of text, fields, csv, json, ndjson; -T ndjson has an object in each line
          check,-T,sariff | (did you mean sarif?)
          check,--rules,bth.nka | --rules bth.nka: no such rule (did you mean aeth.nak?)
          check,--fail-on,warn | --fail-on warn: not one of note, warning, error, none (did you mean warning?)
          --color,alway | --color alway: not one of auto, always, never (did you mean always?)
          """)
  void shouldSayWhatWasMeant(String options, String expected) {
    String[] words = (options + "," + CAPTURE).split(",", -1);

    assertThat(run(words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains(expected);
    assertThat(out.size()).isZero();
  }

  @Test
  void shouldRefuseAWrongExpressionBeforeAnyOutput() {
    assertThat(run("-Y", "rpc && nfs.oop == WRITE", "no-such-file.pcap"))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(out.size()).isZero();
    assertThat(err().lines())
        .containsExactly(
            "rdmadump: filter: no field nfs.oop; did you mean nfs.op?",
            "  rpc && nfs.oop == WRITE",
            "         ^~~~~~~");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --call | --call needs a filter, -Y EXPR
          --reply | --reply needs a filter, -Y EXPR
          --expect-match | --expect-match needs a filter, -Y EXPR
          --start soon | --start soon: not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the first frame such as +1.5
          --start +-1 | --start +-1: not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the first frame such as +1.5
          --end ++1s | --end ++1s: not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the first frame such as +1.5
          --end + | --end +: not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the first frame such as +1.5
          -e rpc.xid | -e needs -T fields or -T csv
          --start -1 | --start -1: there is nothing before the first frame
          --end -1.5s | --end -1.5s: there is nothing before the first frame
          --end 64.6 | --end 64.6: seconds since 1970; those since the first frame are +64.6
          -T fields -e rpc.xid,nfs.op | -e rpc.xid,nfs.op: one field for each -e; repeat -e for more
          --columns number,,nfs.op | --columns needs names of fields with a comma between them; rdmadump fields lists them
          --columns number,op | column: no field op; did you mean nfs.op?
          --expect-no-match | --expect-no-match needs a filter, -Y EXPR
          --expect-no-match --expect-match -Y nfs | --expect-match and --expect-no-match contradict each other
          --data hex | --data needs --json or -T json
          --data base64 -T csv | --data needs --json or -T json
          -T fields | -T fields needs -e FIELD; rdmadump fields lists them
          -T csv -e rpc.xdi | column: no field rpc.xdi; did you mean rpc.xid?
          """)
  void shouldSayWhatIsMissing(String options, String message) {
    String[] words = (options + " " + CAPTURE).split(" ");

    assertThat(run(words)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + message + System.lineSeparator());
  }

  @Test
  void shouldFailIfNothingMatchesAndThatIsAsked() {
    assertThat(run("-Y", "nfs.op == LOCK", "--expect-match", CAPTURE))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run("-Y", "nfs.op == LOCK", CAPTURE)).isEqualTo(ExitStatus.DONE);
    assertThat(run("-q", "-Y", "nfs.op == LOCK", "--expect-match", CAPTURE))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run("-q", "-Y", "nfs.op == WRITE", "--expect-match", CAPTURE))
        .isEqualTo(ExitStatus.DONE);
    assertThat(run("--exchanges", "-Y", "nfs.op == LOCK", "--expect-match", CAPTURE))
        .isEqualTo(ExitStatus.NO_MATCH);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --exchanges | nfs.op | nfs.op == LOCK
          -q | nfs.op | nfs.op == LOCK
          --frames -c 1 | bth | mpa
          stats | nfs.op | nfs.op == LOCK
          summary | nfs.op | nfs.op == LOCK
          report -o - | nfs.op | nfs.op == LOCK
          """)
  void shouldFailIfSomethingMatchesAndNothingIsExpected(
      String options, String something, String nothing) {
    String[] words = (options + " " + CAPTURE + " --expect-no-match -Y").split(" ");

    assertThat(run(with(words, something))).isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run(with(words, nothing))).isEqualTo(ExitStatus.DONE);
  }

  private static String[] with(String[] words, String last) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }

  @Test
  void shouldPrintPartners() {
    String slow = "rpc.latency_ns > 20ms";
    run("-Y", slow, CAPTURE);
    int replies = lines().size();
    assertThat(replies).isPositive();

    run("-Y", slow, "--call", CAPTURE);
    assertThat(lines()).hasSize(2 * replies);
    for (int i = 0; i < lines().size(); i++) {
      assertThat(lines().get(i)).contains(i % 2 == 0 ? " call " : " reply ");
    }

    run("-Y", "nfs.argop == WRITE", "--reply", CAPTURE);
    assertThat(lines()).filteredOn(line -> line.contains(" reply ")).isNotEmpty();
    run("-Y", "nfs.op == WRITE", "--call", "--reply", CAPTURE);
    List<String> all = lines();
    run("-Y", "nfs.op == WRITE", CAPTURE);
    assertThat(all).isEqualTo(lines());
  }

  @Test
  void shouldCountMatchesAndPrintEachWithItsPartner() {
    run("-Y", "rpc.latency_ns > 20ms", "--call", CAPTURE);
    List<String> all = lines();
    run("-Y", "rpc.latency_ns > 20ms", "--call", "-c", "2", CAPTURE);
    assertThat(lines()).hasSize(4).isEqualTo(all.subList(0, 4));

    run("-Y", "rpc.type == call", "--reply", "-c", "3", CAPTURE);
    assertThat(lines()).filteredOn(line -> line.contains(" call ")).hasSize(3);
    assertThat(lines()).filteredOn(line -> line.contains(" reply ")).hasSize(3);

    run("-Y", "nfs.op == WRITE", "--reply", "-c", "1", CAPTURE);
    assertThat(lines()).hasSize(2);
    run("-Y", "nfs.op == WRITE", "-c", "1", CAPTURE);
    assertThat(lines()).hasSize(1);
  }

  @Test
  void shouldCountAReplyThatMatchesItself() {
    run("-Y", "nfs.op == READ", "-c", "4", LINKS);
    List<String> matches = lines();
    run("-Y", "nfs.op == READ", "--reply", "-c", "4", LINKS);
    assertThat(lines()).isEqualTo(matches);

    String out = folder.resolve("replies.pcapng").toString();
    run("export", "-o", out, "-Y", "nfs.op == READ", "--reply", "-c", "4", LINKS);
    assertThat(err()).contains("4 messages written");
  }

  @Test
  void shouldNotAwaitTheReplyToACallThatHasNone() {
    String lost = folder.resolve("lost.pcapng").toString();
    run("--frames", "-Y", "frame != 2147 && frame != 2148", "-w", lost, LINKS);
    String first = "nfs.op == READ && number >= 895";

    run("-Y", first, "--reply", "-c", "1", lost, CAPTURE);
    assertThat(lines()).singleElement().asString().contains("call   NFS v3 READ");
    run("-q", "-Y", first, "--reply", "-c", "1", lost, CAPTURE);
    long untilItsConnectionEnded = frames();
    run("-q", lost, CAPTURE);
    assertThat(untilItsConnectionEnded).isLessThan(frames());
  }

  private long frames() {
    return Long.parseLong(lines().get(0).strip().split(" ", 2)[0].replace(",", ""));
  }

  @Test
  void shouldExportEachMatchWithItsPartner() {
    String out = folder.resolve("partners.pcapng").toString();
    run("export", "-o", out, "-Y", "rpc.latency_ns > 20ms", "--call", "-c", "2", CAPTURE);
    assertThat(err()).contains("4 messages written");
    run("export", "-o", out, "--force", "-Y", "rpc.type == call", "--reply", "-c", "2", CAPTURE);
    assertThat(err()).contains("4 messages written");
  }

  @Test
  void shouldEndACountAfterAsManyRecordsAsWouldBePrinted() {
    run("-q", "-c", "40", "--frames", CAPTURE);
    assertThat(lines().get(0)).contains(" 40 frames");
    run("-q", "-c", "5", CAPTURE);
    assertThat(lines().get(0)).contains(" 17 frames");
    run("-q", "-c", "5", "--exchanges", CAPTURE);
    assertThat(lines().get(0)).contains(" 29 frames");
  }

  @Test
  void shouldKeepToARange() {
    run("--start", "50", "--end", "90", "-T", "fields", "-e", "send_frame", CAPTURE);
    assertThat(lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(Integer.parseInt(line)).isBetween(50, 90));

    run("-T", "fields", "-e", "time", CAPTURE);
    String last = lines().get(lines().size() - 1);
    run("--start", last, "-T", "fields", "-e", "time", CAPTURE);
    assertThat(lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).isGreaterThanOrEqualTo(last));
  }

  @Test
  void shouldPrintColumns() {
    run(
        "-Y",
        "number == 33",
        "-T",
        "fields",
        "-e",
        "rpcrdma.xid",
        "-e",
        "nfs.op",
        "-e",
        "sl",
        CAPTURE);
    assertThat(lines()).containsExactly("0xacc332a6\tSEQUENCE,PUTFH,WRITE,GETATTR\t");

    run("-Y", "number == 33", "-T", "csv", "-e", "nfs.op", "-e", "src", CAPTURE);
    assertThat(lines())
        .containsExactly("nfs.op,src", "\"SEQUENCE,PUTFH,WRITE,GETATTR\",192.168.77.2");

    run("-c", "2", "-T", "csv", "--exchanges", CAPTURE);
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0)).startsWith("connection,xid,call.number,reply.number,");
  }

  @Test
  void shouldExportWhatIsChosen() {
    assertThat(
            run(
                "export",
                "-Y",
                "nfs.op == WRITE",
                CAPTURE,
                "-o",
                folder.resolve("writes.pcapng").toString()))
        .isEqualTo(ExitStatus.DONE);
    assertThat(
            run(
                "export",
                "-Y",
                "nfs.op == LOCK",
                "--expect-match",
                CAPTURE,
                "-o",
                folder.resolve("nothing.pcapng").toString()))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(folder.resolve("writes.pcapng").toFile().length())
        .isGreaterThan(folder.resolve("nothing.pcapng").toFile().length());
  }

  @Test
  void shouldCountWhatIsChosen() {
    assertThat(run("stats", "--json", "-Y", "nfs.op == WRITE && rpc.latency_ns > 0", CAPTURE))
        .isEqualTo(ExitStatus.DONE);
    assertThat(lines())
        .filteredOn(line -> line.startsWith("{\"record\":\"operation\""))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains("\"op\":\"WRITE\","));
    assertThat(lines())
        .filteredOn(line -> line.startsWith("{\"record\":\"compound_operation\""))
        .hasSize(4);

    run("stats", "-c", "2", "--json", "-Y", "nfs.op == GETATTR", CAPTURE);
    assertThat(lines())
        .filteredOn(line -> line.contains("\"op\":\"GETATTR\",\"asked\":2,"))
        .hasSize(1);
    assertThat(run("stats", "-Y", "nfs.op == LOCK", "--expect-match", CAPTURE))
        .isEqualTo(ExitStatus.NO_MATCH);
  }

  @Test
  void shouldCountConnectionsOfWhatIsChosen() {
    run("stats", "--json", "--interval", "1", "-Y", "connection == 2", ODD);
    assertThat(lines())
        .filteredOn(line -> line.startsWith("{\"record\":\"connection\""))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains("\"connection\":2,"));
    assertThat(lines())
        .filteredOn(line -> line.startsWith("{\"record\":\"interval\""))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("\"connection\":2,"));
  }

  @Test
  void shouldPrintFindingsThatAreChosen() {
    run("check", "--json", ODD);
    List<String> all = lines();
    run("check", "--json", "-Y", "connection == 7", ODD);
    assertThat(lines())
        .isNotEmpty()
        .isEqualTo(all.stream().filter(line -> line.contains("\"connection\":7,")).toList());
    run("check", "--json", "-Y", "findings.severity >= error and frame > 60", ODD);
    assertThat(lines())
        .isNotEmpty()
        .isEqualTo(
            all.stream()
                .filter(line -> line.contains("\"severity\":\"error\""))
                .filter(line -> !line.contains("\"frame\":58,") && !line.contains("\"frame\":24,"))
                .toList());

    assertThat(run("check", "-Y", "rule matches \"^bth\"", ODD)).isEqualTo(ExitStatus.DONE);
    assertThat(run("check", "--start", "58", "--end", "58", "-q", ODD))
        .isEqualTo(ExitStatus.FINDINGS);
    assertThat(lines()).first().asString().contains("1  rpcrdma.malformed-header");
    run("check", "--json", "-Y", "rpcrdma.xid == 0x0dd00007", ODD);
    assertThat(lines())
        .as("the message that a finding is about can be asked, too")
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("\"xid\":\"0x0dd00007\""));
  }

  @Test
  void shouldExtractWhatChosenCallsMoved() throws IOException {
    assertThat(extract("all", "rpc")).contains("big  written, read");
    assertThat(extract("read", "nfs.op == READ")).contains("big  read").doesNotContain("written");
    assertThat(extract("none", "nfs.op == LOCK")).isEqualTo("0 files, 0 bytes\n");
    assertThat(run("extract", "-Y", "nfs.op == LOCK", "--expect-match", XATTR, "-o", place("no")))
        .isEqualTo(ExitStatus.NO_MATCH);
  }

  @Test
  void shouldSayThatNamesMoveNoData() throws IOException {
    assertThat(extract("named", "nfs.name == big")).isEqualTo("0 files, 0 bytes\n");
    assertThat(err()).contains("the chosen calls moved no data: names are in OPEN and LOOKUP");
    extract("handles", "nfs.op == READ");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldSayWhichFindingsHaveNoTime() {
    run("check", "--start", "2026-11-20T00:00:00Z", ODD);
    assertThat(err()).contains("select findings about messages only");
    run("check", "--start", "1", ODD);
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldSayTheMessageOfACallWithoutReply() {
    run("check", "--json", "--rules", "rpcrdma.call-without-reply", ODD);
    assertThat(lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).containsPattern("\"number\":[1-9]"));
  }

  @Test
  void shouldChooseWhatFailedWhateverTheVersion() {
    run("-T", "csv", "-Y", "failed", MIXED);
    assertThat(lines().get(0)).endsWith(",rpc.status,nfs.status,failed");
    assertThat(lines().subList(1, lines().size()))
        .isNotEmpty()
        .allSatisfy(
            line -> assertThat(line).endsWith(",true").containsPattern("SUCCESS,NFS[34]?ERR_"));
    int failed = lines().size() - 1;
    run("-Y", "nfs.status > 0", MIXED);
    assertThat(lines()).hasSize(failed);
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private String extract(String name, String expression) throws IOException {
    assertThat(run("extract", "-Y", expression, XATTR, "-o", place(name)))
        .isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldAskExchangesForEitherMessage() {
    run("--exchanges", "-Y", "nfs.argop == WRITE && rpc.latency_ns > 0", CAPTURE);
    int exchanges = lines().size();
    assertThat(exchanges).isPositive();

    run("--exchanges", "-Y", "any(call.nfs.operations: op == WRITE) && reply", CAPTURE);
    assertThat(lines()).hasSize(exchanges);
    run("--exchanges", "-Y", "any(nfs.operations: op == WRITE && stable)", CAPTURE);
    assertThat(lines()).hasSize(exchanges);
  }

  @Test
  void shouldGiveUpACostlyPattern() {
    String name = "rpc.credential.machinename matches '(.*.*.*.*.*.*.*.*.*.*.*.*)*x$'";

    assertThat(run("-Y", name, CAPTURE)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("takes too many steps");
  }

  @Test
  void shouldPutTypesOfFieldsBelowEachOther() {
    // given names of 33 to 44 characters
    assertThat(run("fields", "eir_server_impl")).isEqualTo(ExitStatus.DONE);

    assertThat(lines())
        .anyMatch(line -> line.indexOf(' ') == 33)
        .anyMatch(line -> line.indexOf(' ') == 44)
        .allSatisfy(line -> assertThat(line.substring(33, 46)).endsWith("  "))
        .allSatisfy(line -> assertThat(line.charAt(46)).isNotEqualTo(' '));
  }

  @Test
  void shouldNotSpeakOfCompoundsWhereAProtocolHasNone() {
    for (String protocol : List.of("nfs_acl", "mount", "nlm", "nsm", "portmap")) {
      assertThat(run("fields", protocol + ".")).isEqualTo(ExitStatus.DONE);
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains(protocol + ".main_operation ")
          .doesNotContain("compound", "callback", "minor_version", "saved_fh");
    }
    run("fields", "mount.main");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith(
            "mount.main_operation  named     -         name of the procedure\n    NULL, MNT, DUMP");
  }

  @Test
  void shouldListFields() {
    assertThat(run("fields", "credits")).isEqualTo(ExitStatus.DONE);
    assertThat(lines())
        .containsExactly(
            "rpcrdma.credits                            unsigned  -         credits requested or"
                + " granted; also rpcordma.credits, rpcordma.credit",
            "connection.traffic.client.least_credits    unsigned  -         fewest credits that an"
                + " acknowledgement granted",
            "connection.traffic.client.without_credits  unsigned  -         acknowledgements that"
                + " granted none",
            "connection.traffic.server.least_credits    unsigned  -         fewest credits that an"
                + " acknowledgement granted",
            "connection.traffic.server.without_credits  unsigned  -         acknowledgements that"
                + " granted none",
            "aeth.credits                               unsigned  messages  messages that an ACK"
                + " grants, with flow control");

    run("fields", "--json", "rpc.type");
    assertThat(lines())
        .containsExactly(
            "{\"record\":\"field\",\"format\":2,\"name\":\"rpc.type\",\"type\":\"named\",\"meaning\":\"call"
                + " (0) or reply (1)\",\"aliases\":[],\"values\":[\"call\",\"reply\"]}");

    run("fields", "rpc.status");
    assertThat(lines())
        .containsExactly(
            "rpc.status  named     -         outcome of a reply: SUCCESS (0), PROG_MISMATCH (2),"
                + " ...",
            "    SUCCESS, PROG_UNAVAIL, PROG_MISMATCH, PROC_UNAVAIL, GARBAGE_ARGS, SYSTEM_ERR,"
                + " RPC_MISMATCH,",
            "    AUTH_ERROR");
    run("fields", "--json", "findings.rule");
    assertThat(lines())
        .singleElement()
        .asString()
        .contains("\"bth.psn-gap\",", "\"nfs.unbound-back-channel\",");

    assertThat(run("fields", "nothing-like-this")).isEqualTo(ExitStatus.NO_MATCH);
  }
}
