package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A number that a line shows under a word is found by a filter of that name. */
class WordsOfLinesTest {
  private static final String ACL = "../testdata/captures/rocev2/rocev2-nfs41-acl.pcap";

  /** Number, program and what stands behind the size of the message. */
  private static final Pattern LINE =
      Pattern.compile(
          " *(\\d+) .*  0x[0-9a-f]{8}  (?:call |reply)  ([A-Z_]+) v\\S+ \\S+ +\\d\\S* \\S+  (.*)");

  private static final Pattern WORD =
      Pattern.compile("(?<![\\w:\"-])([a-z_]+) (\\d+)(?![\\w.:])(?! bytes?)");

  /** Quoted names can hold anything. */
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

  /** Words between numbers of other clauses, such as {@code 14 more}. */
  private static final Set<String> NO_FIELDS = Set.of("and", "in", "of", "repeat");

  static List<Path> captures() throws IOException {
    return GoldenTest.captures();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldFindEveryNumberByTheWordBeforeIt(Path capture) {
    Map<String, Map<String, List<String>>> shown = new TreeMap<>();
    for (String line : run(capture.toString())) {
      Matcher parts = LINE.matcher(line);
      if (parts.matches()) {
        collect(parts.group(1), parts.group(2), parts.group(3), shown);
      }
    }
    shown.forEach(
        (field, values) -> {
          Map<String, List<String>> found = new TreeMap<>();
          for (String row : run("-T", "fields", "-e", "number", "-e", field, capture.toString())) {
            String[] columns = row.split("\t", -1);
            found.put(columns[0], List.of(columns[1].split(",")));
          }
          values.forEach(
              (number, expected) ->
                  assertThat(found.get(number))
                      .as("%s of message %s", field, number)
                      .containsAll(expected));
        });
  }

  private static void collect(
      String number, String program, String rest, Map<String, Map<String, List<String>>> to) {
    for (String clause : QUOTED.matcher(rest).replaceAll("").split("; ", -1)) {
      if (clause.contains("chunk") || clause.contains("INCOMPLETE")) {
        continue;
      }
      Matcher word = WORD.matcher(clause);
      while (word.find()) {
        if (!NO_FIELDS.contains(word.group(1))) {
          to.computeIfAbsent(field(program, word.group(1)), any -> new TreeMap<>())
              .computeIfAbsent(number, any -> new ArrayList<>())
              .add(word.group(2));
        }
      }
    }
  }

  private static String field(String program, String word) {
    String protocol = program.equals("NFS_CB") ? "nfs" : program.toLowerCase(Locale.ROOT);
    return protocol + "." + word;
  }

  @Test
  void shouldFindAWriteByTheCountOfItsLine() {
    assertThat(run("-Y", "rpc.type == call && nfs.op == WRITE && nfs.count > 4096", ACL))
        .singleElement()
        .asString()
        .contains("call   NFS v4.1 WRITE")
        .contains("count 5000");
  }

  private static List<String> run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
