package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.field.CommonFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.frame.FrameFields;

/** {@code rdmadump fields}: every name, those used most first, in chapters on a terminal. */
class FieldListTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private List<String> fields(Terminal terminal, String... words) {
    out.reset();
    String[] arguments = new String[words.length + 1];
    arguments[0] = "fields";
    System.arraycopy(words, 0, arguments, 1, words.length);
    assertThat(
            Main.run(
                arguments,
                InputStream.nullInputStream(),
                out,
                new PrintStream(err, true, UTF_8),
                terminal,
                new Interruption()))
        .isZero();
    return out.toString(UTF_8).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({"nfs.opp, nfs.op", "NFS4ERR_DELAYY, NFS4ERR_DELAY"})
  void shouldSuggestWhatIsNearest(String word, String meant) {
    String[] arguments = {"fields", word};

    assertThat(
            Main.run(
                arguments, InputStream.nullInputStream(), out, new PrintStream(err, true, UTF_8)))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(err.toString(UTF_8)).contains("; did you mean " + meant + "?");
  }

  @Test
  void shouldTakeAPatternAsRulesDo() {
    assertThat(fields(Terminal.NONE, "rpcrdma.*"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("rpcrdma."));
  }

  private static Terminal terminal(int columns) {
    return new Terminal(true, false, true, true, columns, true, false);
  }

  @Test
  void shouldSayWhatThePartsOfBulkDataAre() {
    assertThat(fields(Terminal.NONE, "nfs.data.missing.reason").get(0))
        .contains("why bytes are missing: arguments of WRITE; results of READLINK, READ");
    assertThat(fields(Terminal.NONE, "nfs.offset").toString()).doesNotContain("missing range");
  }

  @Test
  void shouldNameInAPipeEveryNameThatFiltersKnow() {
    Set<String> listed = new HashSet<>();
    for (String line : fields(Terminal.NONE)) {
      listed.addAll(Arrays.asList(line.split("[ ,;]+", -1)));
    }
    for (FieldRegistry<?> registry :
        List.of(MessageFields.registry(), FrameFields.registry(), ExchangeFields.registry())) {
      List<String> missing =
          registry.names().stream()
              .filter(name -> !listed.contains(name) && !listed.contains(withoutCall(name)))
              .toList();
      assertThat(missing).as(registry.record()).isEmpty();
    }
    assertThat(listed).contains("nfs.fhandle", "nfs.offset4", "rpc.auth.uid", "call", "reply");
  }

  /** Of the fields of the call and the reply those of messages are listed. */
  private static String withoutCall(String name) {
    return name.replaceFirst("^(call|reply)\\.", "");
  }

  @Test
  void shouldBeginInAPipeWithThoseUsedMostAndHaveEachOnce() {
    List<String> names = fields(Terminal.NONE).stream().map(line -> line.split(" ", 2)[0]).toList();
    assertThat(names).startsWith(CommonFields.mostUsed().toArray(new String[0]));
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(4000);
  }

  @ParameterizedTest
  @EnumSource(names = {"RPCRDMA", "OPERATIONS", "INFINIBAND", "NETWORK"})
  void shouldShowAChapterByItsName(FieldChapter chapter) {
    assertThat(fields(terminal(100), chapter.word()))
        .anyMatch(line -> chapter.about().toUpperCase(Locale.ROOT).startsWith(line));
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 120, 200})
  void shouldFitTheTerminal(int columns) {
    for (List<String> words :
        List.of(List.<String>of(), List.of("nfs"), List.of("NFS4ERR_DELAY"), List.of("findings"))) {
      assertThat(fields(terminal(columns), words.toArray(new String[0])))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
    }
    assertThat(fields(terminal(columns)))
        .startsWith("MOST USED")
        .anyMatch(line -> line.startsWith("  iwarp"))
        .anyMatch(line -> line.startsWith("  nfs.op"));
  }

  @Test
  void shouldFindByAllWordsInNamesAndElseInMeanings() {
    assertThat(fields(Terminal.NONE, "read_chunks", "handle"))
        .singleElement()
        .asString()
        .startsWith("rpcrdma.read_chunks.segments.handle ");
    assertThat(fields(Terminal.NONE, "congestion"))
        .isNotEmpty()
        .noneMatch(line -> line.split(" ", 2)[0].contains("congestion"))
        .allMatch(line -> line.contains("congestion"));
  }

  @Test
  void shouldFindByAWordThatOthersHaveForThem() {
    assertThat(fields(Terminal.NONE, "rtt"))
        .singleElement()
        .asString()
        .startsWith("rpc.latency_ns ");
  }

  /** Linux calls them so, and NFSv4 and NFSv3 each otherwise; another name only ends in it. */
  @ParameterizedTest
  @CsvSource({
    "rsize, nfs.operations.obj_attributes.attr_vals.maxread, nfs.operations.rtmax",
    "wsize, nfs.operations.obj_attributes.attr_vals.maxwrite, nfs.operations.wtmax"
  })
  void shouldFindFirstWhatAWordStandsFor(String word, String first, String second) {
    assertThat(fields(Terminal.NONE, word).stream().map(line -> line.split(" ", 2)[0]).limit(2))
        .containsExactlyInAnyOrder(first, second);
  }

  @Test
  void shouldFindFirstWhatIsNotInsideOfAnotherValue() {
    List<String> names =
        fields(Terminal.NONE, "owner").stream()
            .map(line -> line.split(" ", 2)[0])
            .filter(name -> name.startsWith("nfs.operations."))
            .toList();
    List<Integer> depths = names.stream().map(name -> name.split("\\.", -1).length).toList();
    assertThat(depths).isSorted().startsWith(3).hasSizeGreaterThan(20);
  }

  @Test
  void shouldShowOnATerminalTheShortNameAndNoOtherOfTheSame() {
    assertThat(fields(terminal(120), "nfs.operations.op"))
        .anyMatch(line -> line.startsWith("  nfs.op "))
        .noneMatch(line -> line.contains("nfs.operations"))
        .anyMatch(line -> line.contains("GETATTR"));
  }

  /** What an error about a filter says: so are all values of a field listed. */
  @Test
  void shouldListTheValuesOfAFieldByItsName() {
    assertThat(fields(Terminal.NONE, "connection.ended.how").get(1)).contains("dreq, rej, fin,");
    assertThat(fields(Terminal.NONE, "kind")).anyMatch(line -> line.contains("transport_packet"));
    assertThat(fields(Terminal.NONE, "call.nfs.operations.op").get(1)).contains("GETATTR");
  }

  /** A code, a number or a count of values has no unit, whatever its description is about. */
  @ParameterizedTest
  @CsvSource({
    "cm.path_mtu, -",
    "connection.cm.path_mtu, bytes",
    "connection.path_mtu, bytes",
    "connection.requests.size_bytes.count, -",
    "connection.requests.latency_ns.count, -",
    "connection.requests.size_bytes.max, bytes",
    "copy_of, -",
    "nfs.operations.count, bytes",
    "nfs.operations.rtpref, bytes",
    "nfs.operations.rtmult, bytes",
    "nfs.operations.dtpref, bytes",
    "nfs.operations.maxfilesize, bytes",
    "nfs.operations.tbytes, bytes",
    "nfs.operations.tfiles, -",
    "nfs.operations.tsize, bytes",
    "nfs.operations.bsize, bytes",
    "nfs.operations.blocks, -",
    "nfs.operations.obj_attributes.used, bytes",
    "nfs.operations.rpa_offset, bytes",
    "nfs.operations.rpa_count, bytes",
    "nfs.operations.aa_length, bytes",
    "nfs.operations.sa_offset, bytes",
    "nfs.operations.lsa_read.ii_bytes, bytes",
    "nfs.operations.lsa_read.ii_count, -",
    "nfs.operations.csa_fore_chan_attrs.ca_maxrequestsize, bytes",
    "nfs.operations.csa_fore_chan_attrs.ca_maxresponsesize_cached, bytes",
    "nfs.operations.csa_fore_chan_attrs.ca_maxrequests, -",
    "nlm.operations.alock.l_len, bytes",
    "nfs.undecoded_from, bytes",
    "ddp.message_offset, bytes",
    "nvme.cqe.connect.ipo, bytes",
    "nfs.count3, bytes",
    "nfs.offset4, bytes",
    "tcp.len, bytes",
    "aeth.credits, messages",
    "transfers.first_ns, ns",
    "rpc.time, seconds"
  })
  void shouldNameTheUnitOfTheValue(String name, String unit) {
    assertThat(fields(Terminal.NONE, name))
        .anyMatch(line -> line.matches(Pattern.quote(name) + " +\\S+ +" + unit + " .*"));
  }

  /** The unit is declared, and so is the description: they must not contradict each other. */
  @ParameterizedTest
  @CsvSource({"bytes, 40", "packets, 10"})
  void shouldHaveTheUnitThatTheDescriptionBeginsWith(String unit, int least) {
    Pattern described =
        Pattern.compile("\\S+ +unsigned +(\\S+) +" + unit + "\\b(?!.*how many values).*");
    List<Matcher> counted =
        fields(Terminal.NONE).stream().map(described::matcher).filter(Matcher::matches).toList();

    assertThat(counted)
        .hasSizeGreaterThan(least)
        .allSatisfy(field -> assertThat(field.group(1)).as(field.group()).isEqualTo(unit));
  }
}
