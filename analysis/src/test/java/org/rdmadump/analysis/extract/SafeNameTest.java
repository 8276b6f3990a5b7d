package org.rdmadump.analysis.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeNameTest {
  @ParameterizedTest
  @CsvSource({
    "big, big",
    ".bashrc, .bashrc",
    "Grüße.txt, Grüße.txt",
    "two words, two words",
    "'', _",
    "., _",
    ".., __",
    "..., ___",
    "../../etc/passwd, .._.._etc_passwd",
    "/etc/passwd, _etc_passwd",
    "C:\\boot.ini, C__boot.ini",
    "a*?\"<>|b, a______b",
    "-rf, _rf",
    "name., name_",
    "'name ', name_",
    "nul, _nul",
    "NUL.txt, _NUL.txt",
    "com1, _com1",
    "LPT9.log, _LPT9.log",
    "COM¹, _COM¹",
    "com, com",
    "com10, com10",
    "console, console"
  })
  void shouldKeepWhatMeansNothing(String wire, String safe) {
    assertThat(SafeName.of(wire)).isEqualTo(safe);
  }

  @Test
  void shouldReplaceWhatIsNotSeen() {
    assertThat(SafeName.of("a\u0000b\nc\u007fd\u009be\u202ef\u200bg\u2028h\ud800i"))
        .isEqualTo("a_b_c_d_e_f_g_h_i");
  }

  @Test
  void shouldCutBetweenCharacters() {
    assertThat(SafeName.of("x".repeat(300))).hasSize(SafeName.LONGEST);
    assertThat(SafeName.of("€".repeat(300)).getBytes(StandardCharsets.UTF_8)).hasSize(198);
  }

  @ParameterizedTest
  @CsvSource({"README, readme", "Straße, STRASSE", "ﬁle, file", "Ａ, a", "é, é"})
  void shouldFoldWhatSomeFileSystemTakesForTheSame(String one, String other) {
    assertThat(SafeName.folded(one)).isEqualTo(SafeName.folded(other));
  }

  @Test
  void shouldBeSafeWhateverTheWireSays() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 20_000; trial++) {
      StringBuilder wire = new StringBuilder();
      for (int i = random.nextInt(300); i > 0; i--) {
        wire.append(
            (char) (random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(128)));
      }
      String safe = SafeName.of(wire.toString());

      assertThat(safe).isNotEmpty().doesNotContain("/", "\\", ":").doesNotStartWith("-");
      assertThat(safe.chars()).allMatch(each -> each >= ' ' && each != 127);
      assertThat(safe).doesNotEndWith(".").doesNotEndWith(" ");
      assertThat(safe.getBytes(StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(SafeName.LONGEST + 1);
      assertThat(SafeName.of(safe)).isEqualTo(safe);
    }
  }
}
