package org.rdmadump.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownBytesTest {
  private final KnownBytes<String> known = new KnownBytes<>();

  @Test
  void shouldFindWhatIsKnownOfTheSameBytesElsewhere() {
    known.add(Rope.of(new byte[] {9, 1, 2, 3, 4, 5}), 1, 6, "five");

    assertThat(known.find(Rope.of(new byte[] {1, 2, 3, 4, 5, 6}), 0, 5)).contains("five");
  }

  @Test
  void shouldNotTakeBytesForOthersThatDifferInOneOrInLength() {
    byte[] bytes = new byte[64];
    new Random(1).nextBytes(bytes);
    known.add(Rope.of(bytes), 0, bytes.length, "all");

    for (int i = 0; i < bytes.length; i++) {
      byte[] other = bytes.clone();
      other[i] ^= 1;
      assertThat(known.find(Rope.of(other), 0, other.length)).as("byte %d", i).isEmpty();
      assertThat(known.find(Rope.of(bytes), 0, i)).as("%d bytes", i).isEmpty();
    }
    assertThat(known.find(Rope.of(bytes), 0, bytes.length)).contains("all");
  }

  @Test
  void shouldNeverTellWhatIsKnownOfOthersHoweverManyThereAre() {
    Random random = new Random(2);
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = new byte[4 + random.nextInt(3)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) random.nextInt(2);
      }
      Rope rope = Rope.of(bytes);
      String text = Arrays.toString(bytes);
      assertThat(known.find(rope, 0, bytes.length).orElse(text)).isEqualTo(text);
      known.add(rope, 0, bytes.length, text);
      assertThat(known.find(rope, 0, bytes.length)).contains(text);
    }
  }

  @Test
  void shouldKnowNothingOfBytesThatAreAbsentOrTooFewOrTooMany() {
    Rope holed = Rope.builder().add(new byte[4]).addHole(4, Absence.LOST).build();
    known.add(holed, 0, 8, "holed");
    known.add(holed, 0, 3, "few");
    known.add(Rope.of(new byte[600]), 0, 513, "many");

    assertThat(known.find(holed, 0, 8)).isEmpty();
    assertThat(known.find(holed, 0, 3)).isEmpty();
    assertThat(known.find(Rope.of(new byte[600]), 0, 513)).isEmpty();
  }
}
