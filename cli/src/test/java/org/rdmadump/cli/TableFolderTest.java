package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFolderTest {
  @Test
  void shouldSayThatAFileIsNoFolder(@TempDir Path folder) throws IOException {
    // given
    Path file = Files.createFile(folder.resolve("tables"));

    // when
    FileSystemException failure =
        catchThrowableOfType(
            FileSystemException.class, () -> TableFolder.open(file, false).close());

    // then
    assertThat(failure.getFile()).isEqualTo(file.toString());
    assertThat(failure.getReason()).isEqualTo("is not a folder");
  }
}
