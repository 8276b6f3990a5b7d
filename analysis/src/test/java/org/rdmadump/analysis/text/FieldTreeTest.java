package org.rdmadump.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
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
            file    0xb63cfbcd
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
  void shouldShowWhatIsWrongWhereItIsMet() throws IOException {
    RpcMessage mnt = RpcSample.call(RpcWords.call(MOUNT, 3, 1).u32(1025));

    assertThat(Printed.text(mnt, 2))
        .contains("! xdr.bad-length: ")
        .contains("length 1025, at most 1024 (byte 40)");
  }
}
