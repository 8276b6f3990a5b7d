package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.DdpOutcome;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.schema.XdrField;

class DdpEligibleItemsFuzzTest {
  private static final int CHOICES = 3;
  private static final RpcProtocols PROTOCOLS = new RpcProtocols();

  /** Three bytes choose the procedure, a hole, and which items are in chunks; a body follows. */
  @FuzzTest
  void shouldWalkAnyBody(byte[] input) {
    if (input.length < CHOICES) {
      return;
    }
    int hole = CHOICES + Math.min(input[1] & 0xff, input.length - CHOICES);
    Rope reduced =
        Rope.builder()
            .add(input, CHOICES, hole - CHOICES)
            .addHole(input[1] < 0 ? 4 : 0, Absence.NOT_CAPTURED)
            .add(input, hole, input.length - hole)
            .build();
    PROTOCOLS
        .procedure(RpcPrograms.NFS, 2 + (input[0] & 3), input[0] >>> 2 & 31)
        .ifPresent(
            procedure ->
                walk(
                    input[0] < 0 ? procedure.arguments() : procedure.results(), reduced, input[2]));
  }

  private static void walk(XdrField body, Rope reduced, byte moved) {
    Items items = new Items(reduced, moved);
    DdpOutcome outcome = XdrContent.of(body, reduced).walkReduced(items);
    assertThat(outcome.position()).isBetween(0L, reduced.length());
  }

  /** Each item is behind the last. */
  private static final class Items implements DdpWalker {
    private final Rope reduced;
    private final byte moved;
    private long last;
    private int index;

    Items(Rope reduced, byte moved) {
      this.reduced = reduced;
      this.moved = moved;
    }

    @Override
    public void slot(XdrField field) {
      assertThat(field.isDdpSlot()).isTrue();
    }

    @Override
    public boolean isMoved(XdrField field, long position, long length) {
      assertThat(field.isDdpEligible()).isTrue();
      assertThat(position).isBetween(last + 1, reduced.length());
      last = position;
      return (moved >>> (index++ & 7) & 1) == 0;
    }
  }
}
