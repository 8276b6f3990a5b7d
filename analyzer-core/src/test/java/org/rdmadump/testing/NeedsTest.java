package org.rdmadump.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class NeedsTest {
  @Test
  void shouldGoOnWithWhatIsThere() {
    assertThatCode(() -> Needs.command("sh", "dash")).doesNotThrowAnyException();
  }

  @Test
  void shouldSkipAndNameThePackageOfWhatIsMissing() {
    assertThatThrownBy(() -> Needs.command("no-such-program", "no-such-package"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessage("skipped: needs no-such-program (Debian package no-such-package)");
  }
}
