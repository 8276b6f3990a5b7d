package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job's command line. */
class ExtractOptionsTest {
  @Test
  void shouldTakeOptionsInAnyPlace() {
    assertThat(
            ExtractOptions.parse(
                List.of("a.pcap", "--partitions", "7", "-o", "out", "--uncached", "b/*")))
        .isEqualTo(new ExtractOptions(List.of("a.pcap", "b/*"), "out", 7, false));
  }

  @ParameterizedTest
  @CsvSource({
    "a.pcap, no output; -o FOLDER says where the tables are",
    "-o out, 'no captures; name files, folders or globs'",
    "-o, -o takes a value",
    "--partitions 0, '--partitions takes a whole number above 0, not 0'",
    "--partitions many, '--partitions takes a whole number above 0, not many'",
    "--format parquet, unknown option --format"
  })
  void shouldSayWhatIsWrong(String line, String message) {
    assertThatThrownBy(() -> ExtractOptions.parse(List.of(line.split(" "))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void shouldDescribeEveryOptionWithin80Columns() {
    assertThat(ExtractOptions.USAGE).contains("--output", "--partitions", "--uncached", "--help");
    assertThat(ExtractOptions.USAGE.lines()).allMatch(each -> each.length() <= 80);
  }
}
