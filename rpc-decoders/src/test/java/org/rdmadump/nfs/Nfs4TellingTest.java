package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of the arguments and results goes into the one-line summary; {@code -} has no label. */
class Nfs4TellingTest {
  @ParameterizedTest
  @CsvSource({
    "ACCESS4args, -",
    "CLOSE4args, stateid",
    "COMMIT4args, offset count",
    "CREATE4args, - name",
    "EXCHANGE_ID4args, - flags -",
    "LAYOUTGET4args, - - offset length",
    "LOOKUP4args, name",
    "OPEN4args, access deny - -",
    "READ4args, offset count",
    "READ4resok, eof count",
    "RENAME4args, from to",
    "SEQUENCE4args, seq slot",
    "SETXATTR4args, - name length",
    "WRITE4args, offset - count",
    "WRITE4resok, count -",
    "CB_RECALL4args, stateid truncate"
  })
  void shouldTellWhatMatters(String type, String labels) {
    assertThat(Nfs4Value.telling(type))
        .extracting(label -> label.isEmpty() ? "-" : label)
        .containsExactly(labels.split(" ", -1));
  }
}
