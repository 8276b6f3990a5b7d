package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.example.SlowCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The page about embedding shows a program that compiles, and what it prints. */
class EmbeddingPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PROGRAM =
      Path.of("src", "test", "java", "org", "example", "SlowCalls.java");
  private static final Path CAPTURE =
      ROOT.resolve("testdata/captures/rocev2/rocev2-nfs41-any-nano.pcap");

  /** A block of code, and the next one, which is what it prints. */
  private static final Pattern BLOCKS =
      Pattern.compile("```java\\n(.*?)```.*?\\n```\\n(.*?)```", Pattern.DOTALL);

  private static Matcher blocks() throws IOException {
    Matcher blocks = BLOCKS.matcher(Files.readString(ROOT.resolve("docs").resolve("embedding.md")));
    assertThat(blocks.find()).isTrue();
    return blocks;
  }

  @Test
  void shouldShowTheProgramThatIsCompiledHere() throws IOException {
    assertThat(blocks().group(1)).isEqualTo(Files.readString(PROGRAM));
  }

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void shouldShowWhatItPrints() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      SlowCalls.main(new String[] {CAPTURE.toString()});
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(blocks().group(2));
  }
}
