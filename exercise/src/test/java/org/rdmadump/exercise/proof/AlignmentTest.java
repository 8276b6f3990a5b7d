package org.rdmadump.exercise.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** Which captured message is which sent one, where some were not captured. */
class AlignmentTest {
  private static final List<byte[]> SENT = List.of(bytes("abcdefgh"), bytes("ijklmnop"));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static Rope lacking(int missing, String rest) {
    Rope.Builder rope = Rope.builder();
    rope.addHole(missing, Absence.NOT_CAPTURED);
    rope.add(bytes(rest));
    return rope.build();
  }

  private static int[] pairs(Rope captured) {
    return Alignment.of(SENT, List.of(captured));
  }

  @Test
  void aMessageIsFoundByItsBytes() {
    assertThat(pairs(Rope.of(bytes("ijklmnop")))).containsExactly(Alignment.NONE, 0);
  }

  @Test
  void aMessageThatLacksPacketsIsFoundByTheRest() {
    assertThat(pairs(lacking(4, "mnop"))).containsExactly(Alignment.NONE, 0);
  }

  @Test
  void aWholeMessageOfThatLengthIsTakenForOneWhoseBytesDiffer() {
    assertThat(pairs(Rope.of(bytes("????????")))).containsExactly(0, Alignment.NONE);
  }

  @Test
  void aByteThatDiffersInWhatIsLeftOfAMessageIsFound() {
    assertThat(pairs(lacking(4, "mn?p"))).containsExactly(Alignment.NONE, 0);
  }

  @Test
  void whatIsLeftOfALongerMessageIsNotTakenForAnother() {
    assertThat(pairs(lacking(4, "wxyz"))).containsExactly(Alignment.NONE, Alignment.NONE);
  }

  @Test
  void moreBytesAlikeCountMore() {
    List<Rope> captured = List.of(lacking(7, "h"), Rope.of(bytes("abcdefgh")));
    assertThat(Alignment.of(SENT, captured)).containsExactly(1, Alignment.NONE);
  }

  @Test
  void aMessageWithoutBytesIsFound() {
    List<byte[]> sent = List.of(bytes("abcdefgh"), bytes(""));
    assertThat(Alignment.of(sent, List.of(Rope.of(bytes(""))))).containsExactly(Alignment.NONE, 0);
  }
}
