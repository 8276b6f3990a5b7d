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
    if (!verb.built()) {
      return;
    }
    String page = printed();
    String section = page.substring(page.indexOf("\n   " + verb.word() + "\n"));
    for (CommandOption option : CommandOption.of(verb)) {
      String synopsis = OptionTexts.synopsis(option, verb);
      int at = section.indexOf("\n       " + synopsis);
      assertThat(at).as("%s %s", verb, synopsis).isPositive();
      String words = section.substring(at).replaceAll("\\s+", " ");
      assertThat(words).startsWith(" " + synopsis + " " + OptionTexts.description(option, verb));
      section = section.substring(at + 1);
    }
  }

  @Test
  void shouldShowExamplesAsTheyAreTyped() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(printed())
        .contains("tcpdump -i eth0 -U -w - udp port 4791 | rdmadump -l -")
        .contains("rdmadump export [OPTION]... FILE... -o OUT");
  }

  @Test
  void shouldGiveGroffNothingToWarnOf() throws Exception {
    Needs.command("groff", "groff-base");
    assertThat(run("groff", "-man", "-ww", "-z", "-Tutf8", page())).isEmpty();
  }

  @Test
  void shouldGiveMandocNothingToWarnOf() throws Exception {
    Needs.command("mandoc", "mandoc");
    // It wants a date in the title, which a page that any run can make does not have.
    assertThat(run("mandoc", "-Tlint", "-Wwarning", page()).lines())
        .allSatisfy(line -> assertThat(line).contains("missing date"));
  }

  private String page() throws IOException {
    return Files.writeString(folder.resolve("rdmadump.1"), ManualPage.of("1.2.3-test")).toString();
  }

  private String printed() throws IOException, InterruptedException {
    return run("groff", "-man", "-Tascii", "-P-cbou", "-rLL=200n", page());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }
}
