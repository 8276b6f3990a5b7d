package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcMessage;

/** Every field of a message, a line each. */
class FieldTreeTest {
  private static final int NFS = 100003;
  private static final int MOUNT = 100005;
  private static final int GSS = 6;
  private static final byte[] HANDLE = {1, 2, 3, 4};

  @Test
  void shouldAlignTheNamesOfAStructure() throws IOException {
    RpcMessage write =
        RpcSample.call(
            RpcWords.call(NFS, 3, 7).opaque(HANDLE).u64(4096).u32(3, 2).opaque(new byte[3]));

    assertThat(Printed.below(write, "NFS version 3 WRITE"))
        .isEqualTo(
            """
            file    0x01020304  fh:0xb63cfbcd
            offset  4096
            count   3
            stable  FILE_SYNC
            data    3 bytes, complete, inline
            """);
  }

  @Test
  void shouldIndentWhatIsNestedAndCountArrays() throws IOException {
    RpcMessage export = RpcSample.call(RpcWords.call(MOUNT, 3, 5));
    RpcWords words = RpcWords.reply().u32(1).string("/a").u32(1).string("@net").u32(0).u32(0);

    assertThat(Printed.below(RpcSample.reply(export, words), "MOUNT version 3 EXPORT"))
        .isEqualTo(
            """
            entries
              [0]
                ex_dir     /a
                ex_groups
                  [0]
                    gr_name  @net
            """);
  }

  @Test
  void shouldPutNumbersOfAnArrayOnOneLine() throws IOException {
    RpcWords credential = RpcWords.values().u32(7).string("host").u32(1000, 100, 2, 4, 24);
    RpcMessage message =
        RpcSample.call(RpcWords.bareCall(NFS, 3, 0).u32(1).opaque(credential).u32(0, 0));

    assertThat(Printed.below(message, "credential AUTH_SYS"))
        .startsWith(
            """
                stamp        0x00000007
                machinename  host
                uid          1000
                gid          100
                gids         4 24
            verifier AUTH_NONE
            """);
  }

  @Test
  void shouldAlignWhatAUnionIsChosenByWithItsArm() throws IOException {
    RpcWords credential = RpcWords.values().u32(1, 0, 5, 2).opaque(new byte[] {7, 0, 0, 0});
    RpcMessage message =
        RpcSample.call(RpcWords.bareCall(NFS, 3, 1).u32(GSS).opaque(credential).u32(0, 0));

    assertThat(Printed.below(message, "credential RPCSEC_GSS"))
        .startsWith(
            """
                version    1
                gss_proc   RPCSEC_GSS_DATA
                seq_num    5
                service    rpc_gss_svc_integrity
                handle     0x07000000
            """);
  }

  @Test
  void shouldNotRepeatTheStatusThatTheLineAboveHas() throws IOException {
    RpcMessage read = RpcSample.call(RpcWords.call(NFS, 3, 6).opaque(HANDLE).u64(0).u32(10));
    RpcWords stale = RpcWords.reply().u32(70, 0);

    assertThat(Printed.below(RpcSample.reply(read, stale), "NFS version 3 READ"))
        .isEqualTo("file_attributes  -\n");
  }

  @Test
  void shouldSayThatAnOpaqueIsEmpty() throws IOException {
    RpcWords init = RpcWords.values().u32(1, 1, 0, 1, 0);
    RpcMessage message =
        RpcSample.call(
            RpcWords.bareCall(NFS, 3, 0).u32(GSS).opaque(init).u32(0, 0).opaque(new byte[] {5}));

    assertThat(Printed.text(message, 2)).contains("handle     empty\n", "gss_token  0x05\n");
  }

  @Test
  void shouldShowAllBytesOfHandlesAndStateidsAndTheirHashesAsSuch() throws IOException {
    RpcWords read = compound(1).u32(25, 7).u32(1, 2, 3).u64(0).u32(10);
    RpcWords anonymous = compound(1).u32(25, 0, 0, 0, 0).u64(0).u32(10);
    RpcWords putfh = compound(1).u32(22).opaque(HANDLE);

    assertThat(Printed.below(RpcSample.call(read), "    READ"))
        .startsWith("stateid  seqid 7 other 0x000000010000000200000003  stateid 7:0x");
    assertThat(Printed.below(RpcSample.call(anonymous), "    READ"))
        .startsWith("stateid  seqid 0 other 0x000000000000000000000000  stateid anonymous\n");
    assertThat(Printed.below(RpcSample.call(putfh), "    PUTFH"))
        .isEqualTo("object  0x01020304  fh:0xb63cfbcd\n");
  }

  @Test
  void shouldAlignAttributesAndLongNames() throws IOException {
    RpcMessage getattr = RpcSample.call(compound(1).u32(9, 0));
    RpcWords attributes = RpcWords.values().u32(1).u64(96, 7);
    RpcWords reply = RpcWords.reply().u32(0, 0, 1, 9, 0, 2, 0x12, 0x800000).opaque(attributes);
    RpcWords channel = RpcWords.values().u32(0, 1, 2, 3, 4, 5, 0);
    RpcWords session = compound(1).u32(43).u64(1).u32(1, 0).add(channel).add(channel).u32(0, 0);

    assertThat(Printed.below(RpcSample.reply(getattr, reply), "    GETATTR"))
        .contains(
            "    type                NF4REG\n",
            "    size                96\n",
            "    mounted_on_fileid   7\n");
    assertThat(Printed.below(RpcSample.call(session), "    CREATE_SESSION"))
        .contains("  ca_maxresponsesize         2\n", "  ca_maxresponsesize_cached  3\n");
  }

  @Test
  void shouldNotNameACredentialThatIsCutOff() throws IOException {
    Rope whole = RpcWords.call(NFS, 3, 1).opaque(HANDLE).rope();
    Rope cut = Rope.builder().add(whole.slice(0, 24)).addHole(24, Absence.TRUNCATED).build();
    RpcMessage message = RpcSample.cutCall(RpcSample.call(whole).orElseThrow(), cut);

    assertThat(Printed.text(message, 2)).doesNotContain("credential").doesNotContain("verifier");
  }

  private static RpcWords compound(int operations) {
    return RpcWords.call(NFS, 4, 1).u32(0, 1, operations);
  }

  @Test
  void shouldShowWhatIsWrongWhereItIsMet() throws IOException {
    RpcMessage mnt = RpcSample.call(RpcWords.call(MOUNT, 3, 1).u32(1025));

    assertThat(Printed.text(mnt, 2))
        .contains("! xdr.bad-length: ")
        .contains("length 1025, at most 1024 (byte 40)");
  }
}
