package org.rdmadump.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class NeedsTest {
  @Test
  void shouldFindWhatEveryMachineHas() {
    assertThat(Needs.find("sh")).isPresent();
    assertThat(Needs.hasLibrary("libc")).isTrue();
  }

  @Test
  void shouldNotFindWhatNoMachineHas() {
    assertThat(Needs.find("no-such-program")).isEmpty();
    assertThat(Needs.hasLibrary("libnosuchlibrary")).isFalse();
  }

  @Test
  void shouldLetATestGoOnThatHasWhatItNeeds() {
    assertThatCode(() -> Needs.command("sh", "dash")).doesNotThrowAnyException();
  }
}
