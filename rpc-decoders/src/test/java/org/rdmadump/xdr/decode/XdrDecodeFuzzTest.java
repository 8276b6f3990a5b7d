package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.schema.XdrField;

class XdrDecodeFuzzTest {
  private static final List<XdrField> TYPES = types();

  /** The first two bytes choose a type, the third a hole, the others are decoded. */
  @FuzzTest
  void shouldDecodeAnythingAsAnyDeclaredType(byte[] input) {
    if (input.length < 3) {
      return;
    }
    XdrField type = TYPES.get(((input[0] & 0xff) * 256 + (input[1] & 0xff)) % TYPES.size());
    int hole = 3 + Math.min(input[2] & 0x7f, input.length - 3);
    Rope rope =
        Rope.builder()
            .add(input, 3, hole - 3)
            .addHole(input[2] < 0 ? 8 : 0, Absence.LOST)
            .add(input, hole, input.length - hole)
            .build();

    Depth depth = new Depth();
    XdrOutcome outcome = XdrContent.of(type, rope).walk(depth);
    assertThat(depth.entered).isZero();
    assertThat(outcome.position()).isBetween(0L, rope.length());
    assertThat(depth.problems).isEqualTo(outcome.problems().size());

    assertThat(XdrContent.of(type, rope).check()).isEqualTo(outcome);

    XdrValue tree = XdrContent.of(type, rope).tree();
    TreeTranscript.of(tree);
    if (outcome.end() == XdrEnd.COMPLETE) {
      assertThat(tree.end()).isEqualTo(rope.length());
    }
  }

  private static List<XdrField> types() {
    List<XdrField> types = new ArrayList<>();
    for (String protocol :
        List.of("nfs3", "rpc", "rpcsec-gss", "nfs2", "mount3", "nlm4", "rpcbind", "nfs4")) {
      types.addAll(Protocols.load(protocol).declared());
    }
    return types;
  }

  /** Counts what is open, and that positions do not go back. */
  private static final class Depth implements XdrVisitor {
    private int entered;
    private int problems;

    @Override
    public boolean enter(XdrField field, long count, XdrCursor at) {
      entered++;
      return true;
    }

    @Override
    public void leave(XdrField field, XdrCursor at) {
      entered--;
    }

    @Override
    public void bytes(XdrField field, long start, long length, XdrCursor at) {
      assertThat(start + length).isBetween(0L, at.rope().length());
    }

    @Override
    public void problem(XdrProblem problem) {
      assertThat(problem.path()).isNotEmpty();
      problems++;
    }
  }
}
