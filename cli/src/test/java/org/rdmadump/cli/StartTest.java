package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first lambda of a run takes its start 5 ms, as docs/performance.md says. */
class StartTest {
  private static final Path CAPTURE =
      Path.of("../testdata/captures/rocev2/rocev2-nfs3-basic.pcap").toAbsolutePath();

  @ParameterizedTest
  @ValueSource(strings = {"dump -q", "dump", "dump --exchanges", "check"})
  void shouldMeetNoLambda(String command) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xlog:class+load", "-cp", System.getProperty("java.class.path")));
    words.add(Main.class.getName());
    words.addAll(List.of(command.replace("dump", "").strip().split(" ", -1)));
    words.removeIf(String::isEmpty);
    words.add(CAPTURE.toString());

    Process java = new ProcessBuilder(words).redirectErrorStream(true).start();
    String loaded = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(loaded).contains(Main.class.getName() + " source:");
    assertThat(loaded.lines()).noneMatch(line -> line.contains("$$Lambda"));
  }
}
