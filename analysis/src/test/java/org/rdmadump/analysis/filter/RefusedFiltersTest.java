package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.check.AllFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.frame.FrameFields;

/** Filters that can select nothing, or are no filters, and what is said of them. */
class RefusedFiltersTest {
  private static String ofFrames(String expression) {
    return catchThrowableOfType(
            FilterException.class, () -> Filter.of(expression, FrameFields.registry()))
        .reason();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eth.type",
        "sll.type",
        "vlan.type",
        "vlan.etype",
        "sll.etype",
        "gre.type",
        "gre.proto",
        "rwh.type"
      })
  void shouldTakeNoWordForATypeOfPackets(String field) throws FilterException {
    for (String word : new String[] {"IPv4", "foo2", "802.3", "\"foo 2\""}) {
      assertThat(ofFrames(field + " == " + word)).contains("0x1000, not ");
    }
    assertThat(ofFrames(field + " contains \"0\"")).contains("which contains nothing");
    assertThat(Filter.of(field + " == 0x0806", FrameFields.registry())).isNotNull();
    assertThat(Filter.of(field + " == \"0x0806\"", FrameFields.registry())).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ip.length % 0 == 1 | nothing is divided by 0
          ip.length / 0 == 1 | nothing is divided by 0
          ip.length in {1..2..3} | a range has two ends: 1..2
          ip.src == 192.0.2.1/33 | the prefix of 192.0.2.1/33 is longer than the address
          ip.src == fe80::1/129 | the prefix of fe80::1/129 is longer than the address
          ip.length == udp.lenght | no field udp.lenght; did you mean udp.length?
          bth.ack_request > 0 | bth.ack_request needs true or false, and asked by == or !=, not 0
          """)
  void shouldSayWhatIsWrong(String filter, String reason) {
    assertThat(ofFrames(filter)).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\Wb", "a\\", "\\8", "\\u12", "\\x", "\\777"})
  void shouldTakeNoOtherEscapesThanWireshark(String text) {
    assertThat(ofFrames("findings.rule contains \"" + text + " \""))
        .contains(" stands for nothing");
  }

  @Test
  void shouldTakeNoEscapedBytesThatAreNoText() {
    assertThat(ofFrames("findings.rule contains \"\\xff\"")).startsWith("no text in UTF-8");
  }

  @Test
  @Timeout(5)
  void shouldNotSearchLongForWhatALongNameStandsFor() {
    String parts = "nfs" + ".nfs".repeat(15_000);
    String letters = "n".repeat(60_000);

    for (String name : new String[] {parts, letters, letters + ".nfs"}) {
      assertThat(ofFrames(name)).startsWith("no field n").endsWith("; rdmadump fields lists all");
    }
  }

  /** What is so long is searched for nothing. */
  @Test
  void shouldHaveNoFieldWithANameSoLong() {
    assertThat(new AllFields())
        .flatExtracting(FieldRegistry::names)
        .filteredOn(name -> name.toString().length() > 190)
        .isEmpty();
  }
}
