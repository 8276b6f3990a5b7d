package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.testing.Needs;

class ManualPageTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void shouldDescribeEveryOptionOfEachVerb(Verb verb) throws Exception {
    Needs.command("groff", "groff-base");
    String page = printed();
    String section = page.substring(page.indexOf("\n   " + verb.word() + "\n"));
    for (CommandOption option : CommandOption.of(verb)) {
      if (option.isCommon()) {
        continue;
      }
      String synopsis = option.synopsis(verb);
      int at = section.indexOf("\n       " + synopsis);
      assertThat(at).as("%s %s", verb, synopsis).isPositive();
      String words = section.substring(at).replaceAll("\\s+", " ");
      assertThat(words).startsWith(" " + synopsis + " " + option.description(verb));
      section = section.substring(at + 1);
    }
  }

  @Test
  void shouldDescribeOnceWhatEveryVerbTakes() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed())
        .containsOnlyOnce("\n       -h, --help\n")
        .containsOnlyOnce("\n       --version\n")
        .doesNotContain("print this text");
  }

  @Test
  void shouldSayWhenStatusIsOne() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed().replaceAll("\\s+", " ")).contains(" 1 " + Verb.failures() + " 2 usage");
  }

  @Test
  void shouldShowExamplesAsTheyAreTyped() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed())
        .contains("tcpdump -i eth0 -U -w - udp port 4791 | rdmadump -l -")
        .contains("rdmadump export [OPTION]... FILE... -o OUT");
  }

  @Test
  void shouldFitATerminalOf80Columns() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed(80).lines()).isNotEmpty().allMatch(line -> line.length() <= 80);
  }

  @Test
  void shouldHaveTheSynopsesOfTheDocumentation() throws Exception {
    Needs.command("groff", "groff-base");
    String documented = Files.readString(Path.of("..", "docs", "cli.md"));
    String synopses = documented.substring(documented.indexOf("    rdmadump"));
    String page = printed();

    assertThat(
            page.substring(page.indexOf("SYNOPSIS\n") + 9, page.indexOf("\nDESCRIPTION"))
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty()))
        .containsExactlyInAnyOrderElementsOf(
            synopses.substring(0, synopses.indexOf("\n\n")).lines().map(String::strip).toList());
  }

  @Test
  void shouldGiveGroffNothingToWarnOf() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(run("groff", "-man", "-ww", "-z", "-Tutf8", page())).isEmpty();
  }

  @Test
  void shouldGiveMandocNothingToWarnOf() throws Exception {
    Needs.command("mandoc", "mandoc");
    assertThat(run("mandoc", "-Tlint", "-Wwarning", page())).isEmpty();
  }

  @Test
  void shouldExplainFilters() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed())
        .contains("any(nfs.operations: op == WRITE && data.length > 4096)", "FIELD matches PATTERN")
        .contains("nfs.fh == fh:0xc717cadc");
    assertThat(Files.readString(Path.of(page())))
        .startsWith(".TH RDMADUMP 1 \"2026-11-22\" \"rdmadump 1.2.3\\-test\"");
  }

  private String page() throws IOException {
    return Files.writeString(
            folder.resolve("rdmadump.1"), ManualPage.of("1.2.3-test", "2026-11-22"))
        .toString();
  }

  private String printed() throws IOException, InterruptedException {
    return printed(200);
  }

  private String printed(int columns) throws IOException, InterruptedException {
    return run("groff", "-man", "-Tascii", "-P-cbou", "-rLL=" + columns + "n", page());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }
}
