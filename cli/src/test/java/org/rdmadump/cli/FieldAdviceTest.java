package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.check.AllFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.WiresharkTable;

/** What is advised in place of Wireshark's fields that there are not is there itself. */
class FieldAdviceTest {
  private static final Pattern COMMAND = Pattern.compile("rdmadump ([a-z]+)");
  private static final Pattern FIELD = Pattern.compile("[a-z][a-z_0-9]*(\\.[a-z_0-9]+)+");
  private static final List<FieldRegistry<?>> FIELDS = new AllFields();

  /** What advice says that rdmadump does. */
  private static final Set<String> PROSE =
      Set.of("asks", "counts", "does", "has", "knows", "prints", "reports", "shows", "takes");

  static Stream<String> advice() {
    return WiresharkTable.block("advice").values().stream()
        .map(row -> row.columns().get(0))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void shouldNameCommandsAndFieldsThatExist(String advice) {
    List<String> commands = COMMAND.matcher(advice).results().map(found -> found.group(1)).toList();
    List<String> fields = FIELD.matcher(advice).results().map(MatchResult::group).toList();

    assertThat(commands)
        .allSatisfy(command -> assertThat(PROSE.contains(command) || isVerb(command)).isTrue());
    assertThat(fields)
        .allSatisfy(name -> assertThat(FIELDS).anyMatch(each -> each.find(name).isPresent()));
  }

  private static boolean isVerb(String word) {
    return Verb.words().contains(word);
  }
}
