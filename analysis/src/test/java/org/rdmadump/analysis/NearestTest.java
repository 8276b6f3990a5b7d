package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
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

  @Test
  void shouldFindThatOfTheFewestSlipsAmongManyNames() {
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        names.add(word(random, random.nextInt(14)));
      }
      String word = word(random, random.nextInt(14));

      Optional<String> expected = ofFewestSlips(word, names);
      Optional<String> found = Nearest.to(word, names);
      // Where none is near, one that begins with the word will do.
      assertThat(expected.isPresent() ? found : found.filter(each -> !each.startsWith(word)))
          .as("%s among %s", word, names)
          .isEqualTo(expected);
    }
  }

  /** Few letters, so that there are many words not far off. */
  private static String word(Random random, int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append("abcA.".charAt(random.nextInt(5)));
    }
    return word.toString();
  }

  private static Optional<String> ofFewestSlips(String word, List<String> names) {
    Optional<String> nearest = Optional.empty();
    int most = Math.max(1, word.length() / 3);
    for (String name : names) {
      int slips = slips(word, name);
      if (slips <= most) {
        most = slips - 1;
        nearest = Optional.of(name);
      }
    }
    return nearest;
  }

  /** By the definition, with all cells. */
  private static int slips(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = Math.max(i, j);
        if (i > 0 && j > 0) {
          int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
          cost[i][j] =
              Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
        }
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }

  @ParameterizedTest
  @ValueSource(ints = {41, 1 << 20})
  void shouldNotThinkLongAboutLongWords(int length) {
    assertThat(Nearest.to("x".repeat(length), NAMES)).isEmpty();
  }
}
