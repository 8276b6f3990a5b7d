package org.rdmadump.xdr;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

class XdrReaderFuzzTest {
  private static final int MOST_STEPS = 1000;

  /** The first half says what to read, the second is read, with a hole in its middle. */
  @FuzzTest
  void shouldReadAnythingFromAnything(byte[] input) {
    int half = input.length / 2;
    int quarter = (input.length - half) / 2;
    Rope rope =
        Rope.builder()
            .add(input, half, quarter)
            .addHole(input.length % 3, Absence.NOT_CAPTURED)
            .add(input, half + quarter, input.length - half - quarter)
            .build();
    XdrReader in = new XdrReader(rope);
    for (int step = 0; step < Math.min(half, MOST_STEPS); step++) {
      long before = in.position();
      int most = input[step] & 0xff;
      switch (most % 11) {
        case 0 -> in.u32();
        case 1 -> in.i32();
        case 2 -> in.u64();
        case 3 -> in.bool();
        case 4 -> in.count(1 + most);
        case 5 -> in.opaque();
        case 6 -> in.opaque(most);
        case 7 -> in.fixedOpaque(most);
        case 8 -> in.string(most);
        case 9 -> in.skip(most);
        default -> {
          XdrReader inner = in.within(in.opaque());
          inner.string(most);
          assertThat(inner.position()).isLessThanOrEqualTo(rope.length());
        }
      }
      assertThat(in.position()).isBetween(before, rope.length());
      assertThat(in.remaining()).isNotNegative();
    }
  }
}
