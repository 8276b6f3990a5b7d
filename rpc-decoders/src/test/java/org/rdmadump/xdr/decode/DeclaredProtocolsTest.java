package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.schema.XdrField;

/** Random values of every type that the protocols declare. */
class DeclaredProtocolsTest {
  private static final int VALUES = 50;
  private static final int CUTS = 20;

  @TestFactory
  Stream<DynamicTest> shouldDecodeWhatWasEncoded() {
    return each(this::decodes);
  }

  private void decodes(XdrField type, RandomValue.Encoded value) {
    assertThat(Declared.shown(type, value.bytes())).isEqualTo(value.shown());
  }

  @TestFactory
  Stream<DynamicTest> shouldFindInTheTreeWhatAWalkShows() {
    return each(this::hasTree);
  }

  private void hasTree(XdrField type, RandomValue.Encoded value) {
    XdrValue tree = XdrContent.of(type, value.bytes()).tree();

    assertThat(tree.end()).isEqualTo(value.bytes().length());
    assertThat(TreeTranscript.of(tree) + "COMPLETE\n").isEqualTo(value.shown());
  }

  @TestFactory
  Stream<DynamicTest> shouldShowWhatIsBeforeACut() {
    return each(this::showsBeforeCut);
  }

  private void showsBeforeCut(XdrField type, RandomValue.Encoded value) {
    Random random = new Random(value.shown().hashCode());
    List<String> whole = values(value.shown());
    for (int i = 0; i < CUTS && value.bytes().length() > 0; i++) {
      long cut = random.nextInt((int) value.bytes().length());
      Rope ended = value.bytes().slice(0, cut);
      Rope snapped =
          Rope.builder()
              .add(ended)
              .addHole(value.bytes().length() - cut, Absence.TRUNCATED)
              .build();

      List<String> shown = values(Declared.shown(type, ended));
      assertThat(shown).as("cut at %d", cut).isEqualTo(whole.subList(0, shown.size()));
      assertThat(XdrContent.of(type, ended).check().end()).isNotEqualTo(XdrEnd.COMPLETE);
      XdrOutcome outcome = XdrContent.of(type, snapped).check();
      assertThat(outcome.problems()).isEmpty();
      if (outcome.end() == XdrEnd.COMPLETE && !outcome.holes()) {
        // Nothing but round-up is absent.
        assertThat(values(Declared.shown(type, snapped))).isEqualTo(whole);
      }
      TreeTranscript.of(XdrContent.of(type, ended).tree());
      TreeTranscript.of(XdrContent.of(type, snapped).tree());
    }
  }

  /** The lines of single values. */
  private static List<String> values(String shown) {
    List<String> values = new ArrayList<>();
    for (String line : shown.split("\n", -1)) {
      if (line.contains(" = ")) {
        values.add(line);
      }
    }
    return values;
  }

  private interface Check {
    void of(XdrField type, RandomValue.Encoded value);
  }

  private static Stream<DynamicTest> each(Check check) {
    return Protocols.NAMES.stream().map(name -> dynamicTest(name, () -> check(name, check)));
  }

  private static void check(String protocol, Check check) {
    for (XdrField type : Protocols.load(protocol).declared()) {
      for (int seed = 0; seed < VALUES; seed++) {
        RandomValue.Encoded value = RandomValue.of(type, new Random(seed));
        try {
          check.of(type, value);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(protocol + ", " + type + ", seed " + seed, e);
        }
      }
    }
  }
}
