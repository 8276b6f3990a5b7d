package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {
  private static final List<String> NAMES =
      List.of("dump", "stats", "extract", "export", "exchanges", "max-memory");

  @ParameterizedTest
  @CsvSource({
    "dmup, dump",
    "dum, dump",
    "dumpp, dump",
    "bump, dump",
    "exprot, export",
    "exporrt, export",
    "exchange, exchanges",
    "maxmemory, max-memory",
    "memory-max, ''",
    "max, max-memory",
    "ex, ''",
    "exp, export",
    "trace, ''",
    "'', ''"
  })
  void shouldFindWhatWasMeant(String word, String name) {
    assertThat(Nearest.to(word, NAMES).orElse("")).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(ints = {41, 1 << 20})
  void shouldNotThinkLongAboutLongWords(int length) {
    assertThat(Nearest.to("x".repeat(length), NAMES)).isEmpty();
  }
}
