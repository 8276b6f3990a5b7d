package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What patterns of Wireshark mean to {@code matches}. */
class PcrePatternTest {
  private static boolean finds(String pattern, String text) {
    return Pattern.compile(PcrePattern.toJava(pattern)).matcher(text).find();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "^\\101BC$ | ABC",
        "^\\0101$ | '\b1'",
        "^\\1012$ | A2",
        "^[\\101-\\103]+$ | ABC",
        "^[\\1]$ | '\u0001'",
        "^(.)\\101$ | xA",
        "^(.)\\1$ | xx",
        "^(.)\\11$ | 'x\t'",
        "^(?<c>.)\\1$ | xx",
        "^(?:.)(?=A)(.)\\1$ | xAA",
        "^\\[(.)\\1$ | [xx",
        "^\\x41\\x4z$ | 'A\u0004z'",
        "^\\x{41}[\\x42]$ | AB",
        "^\\o{101}$ | A",
        "^\\d\\D\\w\\W\\s$ | '1a_- '",
        "^[[:alpha:]]+[[:digit:]_]$ | Ab_",
        "^[^[:^upper:]]$ | A",
        "^[[:word:]-]+$ | a_1-",
        "^\\Q\\101[\\E$ | \\101[",
        "^[]\\101]+$ | ]A",
        "^[a\\b]$ | '\b'",
        "^\\c[(a)\\1$ | '\u001baa'",
        "^[\\8]\\d$ | 81",
        "^a\\.b$ | a.b",
        "^\\\\101$ | \\101"
      })
  void shouldMeanWhatItMeansToWireshark(String pattern, String text) {
    assertThat(finds(pattern, text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\1 | There is no group 1 | 1",
        "(a)\\2 | There is no group 2 | 3",
        "(a)\\89 | There is no group 89 | 3",
        "[[:alfa:]] | There is no class [:alfa:] | 1"
      })
  void shouldRefuseWhatIsNotThere(String pattern, String reason, int index) {
    assertThatThrownBy(() -> PcrePattern.toJava(pattern))
        .isInstanceOfSatisfying(
            PatternSyntaxException.class,
            wrong -> {
              assertThat(wrong.getDescription()).isEqualTo(reason);
              assertThat(wrong.getIndex()).isEqualTo(index);
            });
  }

  @Test
  void shouldLeaveAloneWhatBothHave() {
    for (String same :
        new String[] {
          "^a+$", "[a-z&&[^b]]", "\\bx\\B", "(?i)\\p{L}", "\\", "[", "\\Q", "(\\k<a>"
        }) {
      assertThat(PcrePattern.toJava(same)).isEqualTo(same);
    }
  }
}
