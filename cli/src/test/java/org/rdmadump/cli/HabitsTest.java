package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** What people type who know tcpdump and tshark. */
class HabitsTest {
  private static final String ACL = "../testdata/captures/rocev2/rocev2-nfs41-acl.pcap";
  private static final String NFS3 = "../testdata/captures/rocev2/rocev2-nfs3-acl.pcap";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private int run(String... words) {
    return run(Terminal.NONE, InputStream.nullInputStream(), words);
  }

  private int run(Terminal terminal, InputStream in, String... words) {
    out.reset();
    err.reset();
    return Main.run(
        words,
        in,
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        new Interruption());
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String outOf(String... words) {
    assertThat(run(words)).as(err()).isEqualTo(ExitStatus.DONE);
    return out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "--frames", "--tree", "--exchanges"})
  void shouldPrintEveryFieldFromOneLetter(String what) {
    String all = outOf(what, "-vv", "-c", "3", ACL);

    assertThat(outOf(what, "-V", "-c", "3", ACL)).isEqualTo(all);
    assertThat(outOf(what, "-v", "-V", "-c", "3", ACL)).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource({
    "-tt, -t e",
    "-ttt, -t d",
    "-tttt, -t ad",
    "-ttttt, -t r",
    "-t dd, -t d",
    "-t u, -t a --utc",
    "-t ud, -t ad --utc",
    "-tud, -t ad --tz UTC"
  })
  void shouldPrintTimesByTheFormsOfBothPrograms(String theirs, String ours) {
    String expected = outOf((ours + " -c 3 " + ACL).split(" "));

    assertThat(outOf((theirs + " -c 3 " + ACL).split(" "))).isEqualTo(expected);
  }

  @Test
  void shouldNameTheFormsOfTimes() {
    assertThat(run("-t", "adoy", ACL)).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("-t adoy: not one of a, ad, d, e, r, u, ud, nor -tt to -ttttt");
    assertThat(run("-t", "ud", "--tz", "UTC", ACL)).isEqualTo(ExitStatus.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          -z io,stat,1                             | stats --interval 1
          -q -z io,stat,0                          | stats
          -qz io,stat,0.5,nfs.op==WRITE            | stats --interval 0.5 -Y nfs.op==WRITE
          -nqzrpc,srt                              | stats
          -z rpc,srt,100003                        | stats -Y 'rpc.program == 100003'
          -z rpc,srt,100003,3                      | stats -Y 'rpc.program == 100003' -Y 'rpc.version == 3'
          -z rpc,srt,100003,3,(nfs.op==WRITE) | stats -Y 'rpc.program == 100003' -Y 'rpc.version == 3' -Y '(nfs.op==WRITE)'
          -z rpc,programs                          | stats
          -z conv,tcp                              | stats
          -z endpoints,ip,ip.addr==192.168.77.1    | stats -Y ip.addr==192.168.77.1
          -z expert                                | check
          -z expert,warn                           | check -Y 'severity >= warning'
          -z expert,note,connection==1             | check -Y connection==1
          --json -z conv,ip                        | stats --json
          """)
  void shouldRunWhatHasAStatisticOfTshark(String theirs, String ours) {
    List<String> words = new ArrayList<>(List.of(theirs.split(" ")));
    words.add(NFS3);
    int status = run(words.toArray(new String[0]));
    String printed = out();
    assertThat(err())
        .isEqualTo("rdmadump: -z is the same as: rdmadump " + ours + " " + NFS3 + "\n");

    List<String> same = new ArrayList<>();
    Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(ours);
    while (word.find()) {
      same.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    same.add(NFS3);
    assertThat(run(same.toArray(new String[0]))).isEqualTo(status);
    assertThat(printed).isNotEmpty().isEqualTo(out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -z io,phs          | -z io,phs: rdmadump -q FILE counts frames and packets by kind
          -z flow,tcp        | -z flow,tcp: rdmadump --tree FILE draws each call over time
          -z rpc,str         | -z rpc,str: no such statistic (did you mean rpc,srt?)
          -z smb,srt         | -z smb,srt: not one of rpc,srt, rpc,programs, io,stat, conv, endpoints, expert; rdmadump stats FILE has all counts
          -z rpc,srt,nfs     | -z rpc,srt,nfs: rpc,srt,PROGRAM,VERSION has numbers, such as rpc,srt,100003,4
          -z io,stat,1,SUM(x)x | -z io,stat takes a filter, not SUM(x)x: rdmadump stats has fixed columns
          -z io,stat,x       | --interval x: not a number of seconds above 0, such as 1 or 0.25
          -z conv -z expert  | one -z at a time, not conv and expert
          -x -z conv         | stats takes no option -x, try stats --help
          """)
  void shouldSayWhichCommandHasAnotherStatistic(String options, String message) {
    assertThat(run((options + " " + NFS3).split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + message + "\n");
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldPutColumnsAsTsharkDoes() {
    String columns =
        "-c 2 -T fields -e number -e nfs.op -e nfs.offset " + ACL + " -Y nfs.op==WRITE";
    assertThat(outOf((columns + " -E header=y").split(" ")))
        .isEqualTo(
            """
            number\tnfs.op\tnfs.offset
            33\tSEQUENCE,PUTFH,WRITE,GETATTR\t0
            34\tSEQUENCE,PUTFH,WRITE,GETATTR\t
            """);
    assertThat(outOf((columns + " -Eheader=y -Eseparator=; -Equote=d -Eaggregator=/s").split(" ")))
        .isEqualTo(
            """
            number;nfs.op;nfs.offset
            "33";"SEQUENCE PUTFH WRITE GETATTR";"0"
            "34";"SEQUENCE PUTFH WRITE GETATTR";
            """);
    assertThat(outOf((columns + " -E occurrence=f -E separator=/s -E quote=s").split(" ")))
        .isEqualTo("'33' 'SEQUENCE' '0'\n'34' 'SEQUENCE' \n");
    assertThat(outOf((columns + " -E occurrence=l -E escape=y -E bom=n").split(" ")))
        .isEqualTo("33\tGETATTR\t0\n34\tGETATTR\t\n");
    assertThat(
            outOf(
                ("--frames -c 1 -T fields -E header=y -E separator=, -e frame -e kind " + ACL)
                    .split(" ")))
        .startsWith("frame,kind\n1,");
  }

  /** The same options give the same shape; of fields that both know, the same lines. */
  @Test
  void shouldAgreeWithTsharkOnTheShapeOfColumns() throws Exception {
    Needs.command("tshark", "tshark");
    String options =
        "-T fields -E header=y -E separator=; -E quote=d -E occurrence=f -e frame.number -e ip.src";
    Process tshark =
        new ProcessBuilder(("tshark -r " + ACL + " " + options).split(" "))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String theirs = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(outOf(("--frames " + options + " " + ACL).split(" "))).isEqualTo(theirs);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -E header=y                   | -E needs -T fields; -T csv follows RFC 4180
          -T csv -E header=n            | -E needs -T fields; -T csv follows RFC 4180
          -T fields -e rpc.xid -E header=1  | -E header=1: 1 is neither y nor n
          -T fields -e rpc.xid -E separator=ab | -E separator=ab: not one character, /t for a tab or /s for a space
          -T fields -e rpc.xid -E quote=x   | -E quote=x: not d (double), s (single) or n (none)
          -T fields -e rpc.xid -E occurrence=x | -E occurrence=x: not a (all), f (first) or l (last)
          -T fields -e rpc.xid -E escape=n  | -E escape=n: values are always escaped
          -T fields -e rpc.xid -E bom=y     | -E bom=y: output has no byte order mark
          -T fields -e rpc.xid -E header    | -E header: not one of header, separator, quote, occurrence, aggregator
          """)
  void shouldSayWhatColumnsCanLookLike(String options, String message) {
    assertThat(run((options + " " + ACL).split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + message + "\n");
  }

  @Test
  void shouldTakeAValueThatStandsWithItsLetter() {
    String expected = outOf("-Y", "rpc.program==100003", "-T", "fields", "-e", "number", ACL);

    assertThat(outOf("-Yrpc.program==100003", "-Tfields", "-enumber", ACL)).isEqualTo(expected);
    assertThat(outOf("-mrpc.program=='100003'", "-Tfields", "-enumber", ACL)).isEqualTo(expected);
  }

  @Test
  void shouldTakeWordsBehindTheOptionsForACaptureFilter() {
    Needs.libpcap();
    String some = outOf("-q", "-f", "udp port 4791", ACL);
    assertThat(some).isNotEqualTo(outOf("-q", ACL));

    assertThat(outOf("-q", ACL, "--", "udp", "port", "4791")).isEqualTo(some);
    assertThat(outOf("-q", "-r", ACL, "--", "udp port 4791")).isEqualTo(some);
    assertThat(outOf("stats", ACL, "--", "udp", "port", "1")).isNotEqualTo(outOf("stats", ACL));
    assertThat(run(ACL, "--", "udp", "prt", "4791")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).startsWith("rdmadump: -f 'udp prt 4791': ");
    assertThat(run("-f", "udp", ACL, "--", "tcp")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("-f and words after -- are both capture filters: use one");
  }

  @Test
  void shouldTakeFilesBehindTheOptionsForFiles() throws Exception {
    String one = outOf("-q", ACL);

    assertThat(outOf("-q", "--", ACL)).isEqualTo(one);
    assertThat(outOf("-q", ACL, "--", NFS3)).isEqualTo(outOf("-q", ACL, NFS3));
    assertThat(run(ACL, "--", "missing.pcap")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo("rdmadump: missing.pcap: no such file\n");
  }

  @Test
  void shouldSayWhereACaptureFilterStands() {
    assertThat(run(ACL, "udp", "port", "4791")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err())
        .isEqualTo("rdmadump: udp: no such file; put a capture filter after -f or --\n");
    assertThat(run(ACL, "udp port 4791")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).endsWith("4791: no such file; put a capture filter after -f or --\n");
    assertThat(run("live", "-i", "lo", "udp", "port", "4791")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("no file such as udp; put a capture filter after -f or --");
    assertThat(run("live", "-i", "lo", "-f", "udp", "--", "tcp")).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).contains("-f and words after -- are both capture filters: use one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          help stats        | help     | rdmadump VERB --help prints the help of a verb
          explain aeth.nak  | explain  | rdmadump check --list-rules --rules NAME explains a rule
          rules             | rules    | rdmadump check --list-rules --rules NAME explains a rule
          slow a.pcap       | slow     | rdmadump stats --slowest N FILE lists the slowest calls
          capinfos a.pcap   | capinfos | rdmadump summary FILE prints one page about a capture
          Frames a.pcap     | Frames   | rdmadump --frames FILE prints frames
          """)
  void shouldSayWhatDoesAWordThatIsNoVerb(String words, String word, String advice) {
    assertThat(run(words.split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(err()).isEqualTo("rdmadump: " + word + ": no such file or verb; " + advice + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs.op == WRITE", "rpc.latency>1ms", "nfs.op in {READ, WRITE}"})
  void shouldSayWhereAFilterForMessagesStands(String filter) {
    String message = filter + ": no such file; put a filter for messages after -Y\n";

    for (String[] words : new String[][] {{ACL, filter}, {filter, ACL}, {"stats", filter, ACL}}) {
      assertThat(run(words)).isEqualTo(ExitStatus.UNREADABLE);
      assertThat(err()).isEqualTo("rdmadump: " + message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DUMP | -A             | -x prints bytes in hex and ASCII
          DUMP | -XX            | -x prints bytes in hex and ASCII
          DUMP | -O             | --layers LIST prints frames with these layers only
          LIVE | -aduration:10  | -c N and, with live, --duration SECONDS end a run
          LIVE | -b             | rdmadump live rotates files by -C SIZE, -G SECONDS, -W N
          DUMP | -U             | -l flushes after every record
          DUMP | --read-filter=x | -Y EXPR is the filter for records
          DUMP | -G             | rdmadump fields lists fields; rdmadump live -G rotates files
          CHECK | --explain     | rdmadump check --list-rules --rules NAME explains a rule
          STATS | --files       | rdmadump stats FILE counts calls by file
          CHECK | --severity=error | rdmadump check --fail-on SEVERITY and -Y EXPR --expect-no-match end with status 1
          COMPARE | --no-color  | --color never, or NO_COLOR in the environment, does that
          CHECK | -o            | results go to standard output; > FILE saves them
          STATS | --output=x    | results go to standard output; > FILE saves them
          CHECK | --format=junit | -T FORMAT chooses the format
          CHECK | --exclude     | --ignore LIST of check and compare leaves out rules
          CHECK | --quiet       | -q prints less, with verbs that have it
          CHECK | --baseline=x  | rdmadump compare BASELINE FILE compares captures
          STATS | --top         | rdmadump stats --slowest N FILE lists the slowest calls
          """)
  void shouldNameTheNearestOptionOfOurs(Verb verb, String option, String nearest) {
    assertThat(run(verb.word(), option, ACL)).isEqualTo(ExitStatus.USAGE);
    assertThat(err())
        .isEqualTo(
            "rdmadump: " + verb.word() + " takes no option " + option + "; " + nearest + "\n");
  }

  @Test
  void shouldNameOnlyOptionsThatThereAre() {
    Pattern named = Pattern.compile("(?<![A-Za-z-])--?[A-Za-z-]+");
    List<String> advices = new ArrayList<>(ForeignOption.advices());
    advices.addAll(ForeignVerb.advices());
    for (String advice : advices) {
      Matcher option = named.matcher(advice);
      while (option.find()) {
        assertThat(CommandOption.values())
            .as(advice)
            .anyMatch(each -> each.spellings().contains(option.group()));
      }
    }
  }

  @Test
  void shouldSayOnlyWhatIsWrongIfExportIsQuiet() {
    String odd = "../testdata/captures/rocev2/rocev2-odd.pcap";
    assertThat(run("export", "-q", odd, "-o", "/dev/null")).isEqualTo(ExitStatus.DONE);
    assertThat(err()).isEqualTo("rdmadump: left out 2 incomplete messages, bytes lost\n");
    assertThat(run("export", "-q", ACL, "-o", "/dev/null")).isEqualTo(ExitStatus.DONE);
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldNameCompressedCapturesOfAFolder() throws Exception {
    byte[] xz = HexFormat.of().parseHex("fd377a585a00");
    Files.copy(Path.of(ACL), folder.resolve("a.pcap"));
    Path packed = Files.write(folder.resolve("b.pcap.xz"), xz);
    String command =
        packed
            + ": compressed with xz, which rdmadump does not read; try xz -dc "
            + packed
            + " | rdmadump -";

    assertThat(run("-q", folder.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(err()).isEqualTo("rdmadump: " + command + "\n");
    Files.write(folder.resolve("c.pcap.xz"), xz);
    run("-q", folder.toString());
    assertThat(err()).isEqualTo("rdmadump: " + command + "; 1 other file likewise\n");
    Files.delete(folder.resolve("a.pcap"));
    assertThat(run("-q", folder.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err()).isEqualTo("rdmadump: " + command + "; 1 other file likewise\n");
  }

  @ParameterizedTest
  @CsvSource({"y, true", "YES, true", "n, false", "'', false", "yesterday, false"})
  void shouldAskBeforeALargeFolderIsRead(String answer, boolean reads) throws Exception {
    Files.copy(Path.of(ACL), folder.resolve("a.pcap"));
    Files.copy(Path.of(ACL), folder.resolve("b.pcap"));
    InputStream in = new ByteArrayInputStream((answer + "\nmore").getBytes(StandardCharsets.UTF_8));
    Terminal terminal = new Terminal(false, false, true, false, 80, true, /* answers= */ true);
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Environment environment =
        new Environment(in, out, new Messages(stream), terminal, new Interruption());
    List<String> words = List.of(ACL, folder.toString());

    boolean refused = false;
    try {
      FolderQuestion.ask(words, 1000, environment);
    } catch (CommandFailure e) {
      refused = true;
      assertThat(e.text()).isEqualTo(folder + ": nothing was read; name the files you want");
    }
    assertThat(refused).isEqualTo(!reads);
    assertThat(err())
        .isEqualTo(
            "rdmadump: " + folder + " has 2 files of 0.0 GB in total. Read them all? [y/N] ");
  }

  @Test
  void shouldAskOnceForALargeFolderThatIsReadSeveralTimes() throws Exception {
    Files.copy(Path.of(ACL), folder.resolve("a.pcap"));
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("b").toFile(), "rw")) {
      large.setLength(FolderQuestion.LARGE + 1);
    }
    Terminal terminal = new Terminal(false, false, true, false, 80, true, /* answers= */ true);
    String[] words = {folder.toString(), "-w", folder + ".pcapng", "--progress", "never"};
    InputStream in = new ByteArrayInputStream("y\n".getBytes(StandardCharsets.UTF_8));
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);

    int status = Main.run(words, in, out, stream, terminal, new Interruption());

    Files.delete(Path.of(folder + ".pcapng"));
    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(err()).containsOnlyOnce("Read them all?").contains(" messages written\n");
  }

  @Test
  void shouldAskNobodyWhereNobodyAnswers() throws Exception {
    Files.copy(Path.of(ACL), folder.resolve("a.pcap"));
    for (boolean answers : new boolean[] {false, true}) {
      Terminal terminal = new Terminal(false, false, true, false, 80, true, answers);
      PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
      Environment environment =
          new Environment(
              InputStream.nullInputStream(),
              out,
              new Messages(stream),
              terminal,
              new Interruption());
      // Standard input is a capture, or the folder is small, or nobody is there.
      FolderQuestion.ask(List.of("-", folder.toString()), answers ? 0 : 1000, environment);
      FolderQuestion.ask(List.of(folder.toString()), FolderQuestion.LARGE, environment);
      if (!answers) {
        FolderQuestion.ask(List.of(folder.toString()), 0, environment);
      }
    }
    assertThat(err()).isEmpty();
    assertThat(run("-q", folder.toString())).isEqualTo(ExitStatus.DONE);
  }
}
