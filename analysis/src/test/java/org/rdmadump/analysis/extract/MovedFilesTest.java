package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;

class MovedFilesTest {
  private static final FileRef FILE =
      new FileRef.ByHandle(Extracted.SERVER, WireBytes.of("handle of a file"));
  private static final Rope DATA = Rope.of(new byte[] {1, 2, 3});

  private final MovedFiles files = new MovedFiles();

  @Test
  void shouldCountAReadPlusOnceHoweverManySegmentsItReturned() {
    files.event(new FileEvent.Read(FILE, 0, DATA, false));
    files.event(new FileEvent.ReadHole(FILE, 3, 100, false, true));
    files.event(new FileEvent.Read(FILE, 103, DATA, false, true));
    files.event(new FileEvent.ReadHole(FILE, 106, 100, true));

    assertThat(file().reads()).isEqualTo(2);
    assertThat(file().readBytes()).isEqualTo(6);
  }

  private MovedFile file() {
    assertThat(files.files()).hasSize(1);
    return files.files().get(0);
  }
}
