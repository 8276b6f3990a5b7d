package org.rdmadump.rpcrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StreamLayoutTest {
  @Test
  void shouldTellChunksFromWhatIsAroundThem() {
    StreamLayout layout =
        new StreamLayout(
            MovedBy.REPLY_CHUNK,
            List.of(
                new PlacedChunk(8, 4, MovedBy.WRITE_CHUNK),
                new PlacedChunk(16, 2, MovedBy.WRITE_CHUNK)));

    assertThat(layout.movedBy(7)).isEqualTo(MovedBy.REPLY_CHUNK);
    assertThat(layout.movedBy(8)).isEqualTo(MovedBy.WRITE_CHUNK);
    assertThat(layout.movedBy(11)).isEqualTo(MovedBy.WRITE_CHUNK);
    assertThat(layout.movedBy(12)).isEqualTo(MovedBy.REPLY_CHUNK);
    assertThat(layout.movedBy(17)).isEqualTo(MovedBy.WRITE_CHUNK);
    assertThat(layout.movedBy(18)).isEqualTo(MovedBy.REPLY_CHUNK);
  }
}
