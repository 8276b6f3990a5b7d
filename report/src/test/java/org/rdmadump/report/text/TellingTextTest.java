package org.rdmadump.report.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.rpcrdma.RpcMessage;

/** What is telling about a message, behind its columns. */
class TellingTextTest {
  private static final int NFS = 100003;
  private static final int GSS = 6;
  private static final long[] STATE_ID = {7, 1, 2, 3};
  private static final byte[] HANDLE = {1, 2, 3, 4};
  private static final byte[] CONTEXT = {7, 0, 0, 0};
  private static final byte[] CHECKSUM = {1, 1, 1, 1};

  @Test
  void shouldPutNamesWithoutLabelBehindNumbers() throws IOException {
    RpcMessage write =
        RpcSample.call(
            RpcWords.call(NFS, 3, 7).opaque(HANDLE).u64(4096).u32(3, 2).opaque(new byte[3]));

    assertThat(line(write)).endsWith("  fh:0xb63cfbcd offset 4096 count 3 FILE_SYNC\n");
  }

  @Test
  void shouldLeaveOutWhatHasNeitherNameNorLabel() throws IOException {
    // LAYOUTGET of a type that is not defined.
    RpcMessage get =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1)
                .u32(0, 1, 1, 50, 0, 9, 2)
                .u64(0, 8192, 4096)
                .u32(STATE_ID)
                .u32(65536));

    assertThat(line(get)).endsWith("  offset 0 length 8192 LAYOUTIOMODE4_RW\n");
  }

  @Test
  void shouldPutAllNamesWithoutLabelBehindNumbers() throws IOException {
    // LAYOUTERROR of a WRITE that a data server had no space for, and LAYOUTGET.
    RpcMessage error =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1)
                .u32(0, 2, 1, 64)
                .u64(0, 4096)
                .u32(STATE_ID)
                .u32(1, 0, 0, 0, 1, 28, 38));
    RpcMessage get =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1)
                .u32(0, 1, 1, 50, 0, 4, 2)
                .u64(0, 8192, 4096)
                .u32(STATE_ID)
                .u32(65536));

    assertThat(line(error)).endsWith(" NFS4ERR_NOSPC WRITE\n");
    assertThat(line(get)).endsWith("  offset 0 length 8192 LAYOUT4_FLEX_FILES LAYOUTIOMODE4_RW\n");
  }

  @Test
  void shouldPutTheLabelOfAnArrayBeforeItsElements() throws IOException {
    // COPY that goes on without the client, and OFFLOAD_STATUS when it is done.
    RpcMessage copy =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1)
                .u32(0, 2, 1, 60)
                .u32(STATE_ID)
                .u32(STATE_ID)
                .u64(0, 0, 4096)
                .u32(1, 0, 0));
    RpcMessage copying =
        RpcSample.reply(
            copy,
            RpcWords.reply().u32(0, 0, 1, 60, 0, 1).u32(STATE_ID).u64(4096).u32(0, 0, 0, 1, 0));
    RpcMessage status = RpcSample.call(RpcWords.call(NFS, 4, 1).u32(0, 2, 1, 67).u32(STATE_ID));
    RpcMessage done =
        RpcSample.reply(status, RpcWords.reply().u32(0, 0, 1, 67, 0).u64(4096).u32(1, 0));
    RpcMessage going =
        RpcSample.reply(status, RpcWords.reply().u32(0, 0, 1, 67, 0).u64(4096).u32(0));

    assertThat(line(copying)).contains("; callback 7:0x").contains(" count 4096 UNSTABLE");
    assertThat(line(done)).endsWith("; count 4096 complete NFS4_OK\n");
    assertThat(line(going)).endsWith("; count 4096\n");
  }

  @Test
  void shouldQuoteNamesThatAreNoPlainWords() throws IOException {
    assertThat(line(lookup("a b"))).endsWith("  fh:0xb63cfbcd name \"a b\"\n");
    assertThat(line(lookup("\u00e4"))).endsWith("  fh:0xb63cfbcd name \"\u00e4\"\n");
    assertThat(line(lookup("plain.c"))).endsWith("  fh:0xb63cfbcd name plain.c\n");
  }

  @Test
  void shouldShowNamesWithControlCharactersInHexadecimal() throws IOException {
    assertThat(line(lookup("a\033[2J"))).endsWith("  fh:0xb63cfbcd name 0x611b5b324a\n");
  }

  @Test
  void shouldCutOnlyWhatAllNamesOfBitsBeginWith() throws IOException {
    // GET_DIR_DELEGATION with NOTIFY4_CHANGE_CHILD_ATTRS and NOTIFY4_ADD_ENTRY.
    RpcMessage delegation =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1).u32(0, 1, 1, 46, 0, 1, 9).u64(0).u32(0).u64(0).u32(0, 0, 0));

    assertThat(line(delegation)).endsWith("  notify CHANGE_CHILD_ATTRS|ADD_ENTRY\n");
  }

  @Test
  void shouldTellWhatAttributesAreSetTo() throws IOException {
    // SETATTR with FATTR4_SIZE, and with FATTR4_MODE and FATTR4_OWNER, of which it is not told.
    RpcMessage size = RpcSample.call(setattr(1 << 4, 0).opaque(RpcWords.values().u64(2048)));
    RpcMessage mode =
        RpcSample.call(
            setattr(0, 1 << 1 | 1 << 4).opaque(RpcWords.values().u32(0600).string("root@site")));

    assertThat(line(size)).endsWith("  attrs SIZE size 2048\n");
    assertThat(line(mode)).endsWith("  attrs MODE|OWNER mode 0600\n");
  }

  @Test
  void shouldLeaveOutWhatIsNotToBeSet() throws IOException {
    // SETATTR of version 2 with a size, and nothing else.
    RpcMessage size =
        RpcSample.call(
            RpcWords.call(NFS, 2, 2).u64(1, 2, 3, 4).u32(-1, -1, -1, 2048, -1, -1, -1, -1));

    assertThat(line(size)).endsWith(" size 2048\n").doesNotContain("mode");
    assertThat(Printed.text(size, 2))
        .contains("not set")
        .doesNotContain("4294967295")
        .doesNotContain("037777777777");
  }

  private static RpcWords setattr(int first, int second) {
    return RpcWords.call(NFS, 4, 1).u32(0, 1, 1, 34, 0, 0, 0, 0, 2, first, second);
  }

  @Test
  void shouldCutLongNames() throws IOException {
    assertThat(line(lookup("x".repeat(100)))).endsWith(" " + "x".repeat(48) + "...\n");
  }

  @Test
  void shouldPutAQuestionMarkWhereAValueCannotBeRead() throws IOException {
    RpcMessage cut = RpcSample.call(RpcWords.call(NFS, 3, 6).opaque(HANDLE).u32(0));

    assertThat(line(cut)).contains("fh:0xb63cfbcd").contains("?");
  }

  @Test
  void shouldTellWhatTheNullProcedureIsCalledForByRpcsecGss() throws IOException {
    RpcWords destroy = RpcWords.values().u32(1, 3, 7, 1).opaque(CONTEXT);
    RpcMessage call =
        RpcSample.call(
            RpcWords.bareCall(NFS, 3, 0).u32(GSS).opaque(destroy).u32(GSS).opaque(CHECKSUM));
    RpcMessage reply = RpcSample.reply(call, RpcWords.bareReply().u32(GSS).opaque(CHECKSUM).u32(0));

    assertThat(line(call)).contains("NFS v3 NULL").endsWith("  RPCSEC_GSS_DESTROY\n");
    assertThat(line(reply)).endsWith("; RPCSEC_GSS_DESTROY\n");
  }

  @Test
  void shouldTellThatAClientAsksForTlsAndWhetherTheServerHasIt() throws IOException {
    RpcMessage call = RpcSample.call(RpcWords.bareCall(NFS, 4, 0).u32(7, 0, 0, 0));
    RpcWords yes = RpcWords.bareReply().u32(0).opaque("STARTTLS".getBytes(UTF_8)).u32(0);

    assertThat(line(call)).contains("NFS v4 NULL").endsWith("  AUTH_TLS\n");
    assertThat(line(RpcSample.reply(call, yes))).endsWith("; STARTTLS\n");
    assertThat(line(RpcSample.reply(call, RpcWords.reply()))).doesNotContain("TLS");
  }

  @Test
  void shouldTellHowASecurityContextIsMade() throws IOException {
    RpcWords init = RpcWords.values().u32(1, 1, 0, 1, 0);
    RpcMessage call =
        RpcSample.call(
            RpcWords.bareCall(NFS, 3, 0).u32(GSS).opaque(init).u32(0, 0).opaque(new byte[5]));
    RpcWords failed = RpcWords.bareReply().u32(0, 0).u32(0, 0, 851968, 100001, 0, 0);

    assertThat(line(call)).endsWith("  RPCSEC_GSS_INIT, token of 5 bytes\n");
    assertThat(line(RpcSample.reply(call, failed)))
        .endsWith("; RPCSEC_GSS_INIT GSS_S_FAILURE, token of 0 bytes\n");
  }

  @Test
  void shouldLookIntoABodyUnderIntegrityProtectionAndNameOneUnderPrivacy() throws IOException {
    RpcWords inside = RpcWords.values().u32(5).opaque(HANDLE);
    RpcMessage integrity = RpcSample.call(data(2).opaque(inside).opaque(new byte[] {2, 2, 2, 2}));
    RpcMessage privacy = RpcSample.call(data(3).opaque(new byte[] {9, 8, 7, 6, 5}));

    assertThat(line(integrity)).endsWith("GETATTR          92 B  fh:0xb63cfbcd\n");
    assertThat(line(privacy)).endsWith("  RPCSEC_GSS privacy, encrypted, 5 bytes\n");
  }

  private static RpcWords data(int service) {
    RpcWords credential = RpcWords.values().u32(1, 0, 5, service).opaque(CONTEXT);
    return RpcWords.bareCall(NFS, 3, 1).u32(GSS).opaque(credential).u32(GSS).opaque(CHECKSUM);
  }

  private static RpcMessage lookup(String name) {
    return RpcSample.call(RpcWords.call(NFS, 3, 3).opaque(HANDLE).string(name));
  }

  private static String line(RpcMessage message) throws IOException {
    return Printed.text(message, 0);
  }
}
