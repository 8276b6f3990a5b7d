package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.StreamLayout;

/** Zeros stand for missing data only; at any other missing byte a message is cut. */
class WrittenStreamTest {
  private static final byte[] HEAD = {1, 2, 3, 4};
  private static final byte[] TAIL = {5, 6, 7, 8};

  /** Eight bytes of data behind the head. */
  private static final StreamLayout DATA =
      new StreamLayout(MovedBy.INLINE, List.of(new PlacedChunk(4, 8, MovedBy.READ_CHUNK)));

  private static WrittenStream written(Rope stream, StreamLayout layout) {
    return WrittenStream.of(
        Sample.call().length(stream.length()).missing(4, 1, Absence.LOST).stream(stream)
            .layout(layout)
            .message());
  }

  private static byte[] bytes(WrittenStream written) {
    return written.stream().toArray(0, written.stream().length());
  }

  @Test
  void shouldWriteZerosForMissingData() {
    WrittenStream written =
        written(
            Rope.builder().add(HEAD).add(TAIL).addHole(4, Absence.LOST).add(TAIL).build(), DATA);

    assertThat(bytes(written)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 5, 6, 7, 8);
    assertThat(written.isToTheEnd()).isTrue();
    assertThat(written.isComplete()).isFalse();
    assertThat(written.gaps(Absence.LOST))
        .isEqualTo("incomplete, 4 of 16 bytes lost, 4 of them data, written as zeros");
  }

  @Test
  void shouldCutAtAnyOtherMissingByte() {
    WrittenStream written =
        written(
            Rope.builder()
                .add(HEAD)
                .addHole(8, Absence.LOST)
                .add(TAIL)
                .addHole(4, Absence.TRUNCATED)
                .add(TAIL)
                .build(),
            DATA);

    assertThat(bytes(written)).containsExactly(1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8);
    assertThat(written.length()).isEqualTo(24);
    assertThat(written.gaps(Absence.LOST))
        .isEqualTo(
            "incomplete, 12 of 24 bytes lost, 8 of them data, written as zeros, cut at byte 16");
  }

  @Test
  void shouldCutWhereAHoleIsOnlyInPartOfData() {
    WrittenStream written =
        written(
            Rope.builder().add(HEAD).add(TAIL).addHole(8, Absence.LOST).add(TAIL).build(), DATA);

    assertThat(bytes(written)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(written.gaps(Absence.LOST)).endsWith("8 of 20 bytes lost, cut at byte 8");
  }

  @Test
  void shouldMakeNoLargeFileOfALengthOnTheWire() {
    long huge = WrittenStream.MOST_ZEROS + 1;
    StreamLayout layout =
        new StreamLayout(MovedBy.INLINE, List.of(new PlacedChunk(4, huge, MovedBy.READ_CHUNK)));
    Rope stream = Rope.builder().add(HEAD).addHole(huge, Absence.LOST).build();

    assertThat(bytes(written(stream, layout))).isEqualTo(HEAD);
  }

  @Test
  void shouldSayThatNobodyKnowsHowMuchIsMissing() {
    WrittenStream written = written(Rope.of(HEAD), StreamLayout.INLINE);

    assertThat(bytes(written)).isEqualTo(HEAD);
    assertThat(written.isToTheEnd()).isFalse();
    assertThat(written.gaps(Absence.TRUNCATED))
        .isEqualTo("incomplete, an unknown number of bytes truncated, cut at byte 4");
  }
}
