package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;

class ResultStatusTest {
  private static final int GETATTR = 9;
  private static final int SETATTR = 34;
  private static final int BADHANDLE = 10001;

  @Test
  void shouldSayTheSameOfResultsWithAndWithoutAValueMadeOfThem() {
    // Given a union and a structure that begin with their status
    for (int operation : new int[] {GETATTR, SETATTR}) {
      for (int status : new int[] {0, BADHANDLE}) {
        XdrContent results =
            Nfs4Value.content("nfs_resop4", new Words().u32(operation, status, 0, 0).rope());

        // When
        XdrUnion union = (XdrUnion) results.tree();

        // Then
        assertThat(ResultStatus.inArm(union)).isEqualTo(status);
        assertThat(ResultStatus.of(union.arm()).map(XdrNumber::value)).contains((long) status);
        assertThat(union.armWord(0)).isEqualTo(status);
      }
    }
  }

  @Test
  void shouldKnowWhetherAllWentWell() {
    Words ok = new Words().u32(0, 0, 0);
    Words failed = new Words().u32(BADHANDLE, 0, 0);

    assertThat(ResultStatus.isOk(Nfs4Value.content("COMPOUND4res", ok.rope()))).isTrue();
    assertThat(ResultStatus.isOk(Nfs4Value.content("COMPOUND4res", failed.rope()))).isFalse();
    assertThat(ResultStatus.isOk(Nfs4Value.content("COMPOUND4args", ok.rope())))
        .as("begins with 0, but that is no status")
        .isFalse();
    assertThat(ResultStatus.isOk(Nfs4Value.content("COMPOUND4res", new Words().rope()))).isFalse();
  }

  @Test
  void shouldHaveNoneWhereItsBytesAreNot() {
    XdrContent results = Nfs4Value.content("nfs_resop4", new Words().u32(GETATTR).rope());

    assertThat(ResultStatus.inArm((XdrUnion) results.tree())).isEqualTo(ResultStatus.NONE);
  }
}
