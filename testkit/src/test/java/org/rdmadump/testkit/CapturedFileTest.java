package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.ViewReport;

/** Which file a name is of. */
class CapturedFileTest {
  private static final ViewReport NOTHING = new ViewReport(0, 0, List.of(), Optional.empty());

  @Test
  void shouldFindTheFileThatHasANameBeforeThoseThatHadIt() {
    ExtractedFile old = file("dir/log~2", true);
    ExtractedFile live = file("dir/log", false);

    assertThat(CapturedFile.named("log", List.of(old, live))).containsExactly(live);
    assertThat(CapturedFile.named("dir/log~2", List.of(old, live))).containsExactly(old);
  }

  @Test
  void shouldFindAFileThatWasRemovedIfNoneHasItsName() {
    ExtractedFile old = file("dir/log", true);
    ExtractedFile older = file("dir/log~2", true);

    assertThat(CapturedFile.named("log", List.of(old))).containsExactly(old);
    assertThat(CapturedFile.named("log", List.of(old, older))).containsExactly(old, older);
  }

  private static ExtractedFile file(String path, boolean removed) {
    return new ExtractedFile(
        "192.168.77.1",
        Optional.empty(),
        Optional.empty(),
        List.of("dir/log"),
        removed,
        true,
        path,
        Optional.empty(),
        NOTHING,
        NOTHING,
        true,
        OptionalLong.empty(),
        0,
        0,
        List.of());
  }
}
