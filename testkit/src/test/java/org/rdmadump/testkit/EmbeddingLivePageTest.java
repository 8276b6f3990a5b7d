package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about embedding shows the program over a device as it is compiled here. */
class EmbeddingLivePageTest {
  private static final Path PAGE = Path.of("..", "docs", "embedding.md");
  private static final Path PROGRAM =
      Path.of("src", "test", "java", "org", "example", "LiveCalls.java");

  @Test
  void shouldShowTheProgramThatIsCompiledHere() throws IOException {
    assertThat(Files.readString(PAGE)).contains("```java\n" + Files.readString(PROGRAM) + "```");
  }
}
