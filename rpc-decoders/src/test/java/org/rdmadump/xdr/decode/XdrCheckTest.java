package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.schema.XdrField;

/** A check says what a walk says, with whatever bytes absent or wrong. */
class XdrCheckTest {
  private static final XdrVisitor NOBODY = new XdrVisitor() {};

  /** Data of bulk, structures in structures, unions in and behind which something follows. */
  private static final XdrField TYPE =
      Declared.type(
          """
          enum color { RED = 1, BLUE = 2 };
          struct inner { unsigned a; opaque data<>; opaque fixed[3]; hyper b; };
          union choice switch (color which) { case RED: inner in; case BLUE: void; };
          struct around { inner in; color last; };
          struct t { around one; choice two; inner many<2>; int *maybe; choice last; };
          """);

  private static final Rope VALUE =
      Hex.rope(
          """
          00000007 00000005 aabbccdd ee000000 11223300 00000000 00000009  # one.in
          00000002  # one.last
          00000001 00000007 00000002 aabb0000 11223300 00000000 00000009  # two.in
          00000001 00000007 00000000 11223300 00000000 00000009  # many
          00000001 00000004  # maybe
          00000001 00000007 00000004 aabbccdd 11223300 00000000 00000009  # last.in
          """);

  private final XdrCheck check = new XdrCheck();

  @Test
  void shouldSayThatDataHaveHoles() {
    // given the first data without their last two bytes and their padding
    Rope rope = withHole(12, 16);

    // when
    XdrOutcome outcome = check.run(XdrContent.of(TYPE, rope));

    // then
    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
    assertThat(outcome.holes()).isTrue();
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.position()).isEqualTo(rope.length());
  }

  @Test
  void shouldSayWhatAWalkSaysWithoutSomeBytes() {
    for (int from = 0; from < VALUE.length(); from++) {
      for (int to = from + 1; to <= VALUE.length(); to++) {
        assertSame(withHole(from, to));
      }
    }
  }

  @Test
  void shouldSayWhatAWalkSaysOfOtherBytes() {
    byte[] bytes = VALUE.toArray(0, VALUE.length());
    for (int i = 0; i < bytes.length; i++) {
      for (int each = -1; each < 6; each++) {
        byte right = bytes[i];
        bytes[i] = (byte) each;
        assertSame(Rope.of(bytes.clone()));
        bytes[i] = right;
      }
    }
  }

  @Test
  void shouldSayWhatAWalkSaysOfABeginning() {
    for (int length = 0; length <= VALUE.length(); length++) {
      assertSame(VALUE.slice(0, length));
    }
  }

  private static Rope withHole(int from, int to) {
    return Rope.builder()
        .add(VALUE.slice(0, from))
        .addHole(to - from, Absence.LOST)
        .add(VALUE.slice(to, VALUE.length()))
        .build();
  }

  private void assertSame(Rope rope) {
    XdrContent content = XdrContent.of(TYPE, rope);
    assertThat(check.run(content)).isEqualTo(new XdrWalk(NOBODY).run(content));
  }
}
