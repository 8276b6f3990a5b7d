package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.decode.XdrContent;

class Nfs4CompoundFuzzTest {
  private static final int CHOICES = 2;
  private static final String[] TYPES = {
    "COMPOUND4args", "COMPOUND4res", "CB_COMPOUND4args", "CB_COMPOUND4res"
  };

  /** Two bytes choose the type, and where a hole is; the compound follows, then again as reply. */
  @FuzzTest
  void shouldReadAnyCompound(byte[] input) {
    if (input.length < CHOICES) {
      return;
    }
    int hole = CHOICES + Math.min(input[1] & 0xff, input.length - CHOICES);
    Rope rope =
        Rope.builder()
            .add(input, CHOICES, hole - CHOICES)
            .addHole(input[1] < 0 ? 4 : 0, Absence.NOT_CAPTURED)
            .add(input, hole, input.length - hole)
            .build();
    int type = input[0] & TYPES.length - 1;
    Nfs4Compound call = read(Nfs4Value.content(TYPES[type & ~1], rope), Optional.empty());
    Nfs4Compound reply = read(Nfs4Value.content(TYPES[type | 1], rope), Optional.of(call));

    assertThat(call.with(reply).operations()).hasSameSizeAs(call.operations());
  }

  private static Nfs4Compound read(XdrContent content, Optional<Nfs4Compound> call) {
    Nfs4Compound compound = Nfs4Compound.of(content, call).orElseThrow();
    long last = -1;
    for (Nfs4Operation each : compound.operations()) {
      assertThat(each.position()).isBetween(last + 1, content.limit());
      last = each.position();
    }
    assertThat((long) compound.operations().size()).isLessThanOrEqualTo(compound.announced());
    assertThat(compound.operations().isEmpty() || compound.main().isPresent()).isTrue();
    return compound;
  }
}
