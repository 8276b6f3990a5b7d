package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

class RpcContentTest {
  private static final String NFS3_GETATTR = "00000002 000186a3 00000003 00000001";
  private static final String NFS3_NULL = "00000002 000186a3 00000003 00000000";
  private static final String NO_AUTH = "00000000 00000000";
  private static final String HANDLE = "00000004 01020304";

  /** Version 1, handle of four bytes; between them procedure, sequence number and service. */
  private static String gss(int version, int procedure, int service) {
    return String.format(
        Locale.ROOT,
        "00000006 00000018 %08x %08x 00000007 %08x 00000004 aabbccdd",
        version,
        procedure,
        service);
  }

  private static final String MIC = "00000006 00000004 11223344";

  private final RpcDecoder decoder = new RpcDecoder();

  @Test
  void shouldShowAllOfAnAuthSysCredential() {
    RpcContent call =
        call(
            """
            01020304 00000000 00000002 000186a3 00000003 00000001
            00000001 00000024  # AUTH_SYS
            00000abc 00000006 636c69656e740000 000003e8 00000064 00000002 00000005 00000006
            00000000 00000000
            00000004 01020304
            """);
    XdrValue header = call.headerContent().tree();

    assertComplete(call);
    assertThat(text(header, "xid")).isEqualTo("xid=0x01020304");
    assertThat(text(header, "body.cbody.cred.flavor")).isEqualTo("flavor=AUTH_SYS");
    assertThat(text(header, "body.cbody.cred.body.stamp")).isEqualTo("stamp=0x00000abc");
    assertThat(text(header, "body.cbody.cred.body.machinename")).isEqualTo("machinename=client");
    assertThat(text(header, "body.cbody.cred.body.uid")).isEqualTo("uid=1000");
    assertThat(text(header, "body.cbody.cred.body.gid")).isEqualTo("gid=100");
    assertThat(text(header, "body.cbody.cred.body.gids[1]")).isEqualTo("=6");
    assertThat(text(header, "body.cbody.verf.flavor")).isEqualTo("flavor=AUTH_NONE");
    assertThat(call.kind()).isEqualTo(RpcBodyKind.PLAIN);
    assertThat(call.procedure().orElseThrow().name()).isEqualTo("GETATTR");
    assertThat(text(call.body().orElseThrow().tree(), "object")).isEqualTo("object=0xb63cfbcd");
  }

  @Test
  void shouldShowTheShorthandOfAServerAsItIs() {
    RpcContent call =
        call("01020304 00000000" + NFS3_GETATTR + "00000002 00000004 deadbeef" + NO_AUTH + HANDLE);

    assertComplete(call);
    assertThat(text(call.headerContent().tree(), "body.cbody.cred.flavor"))
        .isEqualTo("flavor=AUTH_SHORT");
    assertThat(text(call.headerContent().tree(), "body.cbody.cred.body"))
        .isEqualTo("body=0xdeadbeef");
  }

  @Test
  void shouldShowAProbeForTls() {
    RpcContent call = call("01020304 00000000" + NFS3_NULL + "00000007 00000000" + NO_AUTH);
    RpcContent reply =
        reply(call, "01020304 00000001 00000000 00000000 00000008 5354415254544c53 00000000");

    assertComplete(call);
    assertComplete(reply);
    assertThat(text(call.headerContent().tree(), "body.cbody.cred.flavor"))
        .isEqualTo("flavor=AUTH_TLS");
    assertThat(text(reply.headerContent().tree(), "body.rbody.areply.verf.body"))
        .isEqualTo("body=STARTTLS");
  }

  @Test
  void shouldShowWhyACallWasNotCarriedOut() {
    RpcContent call = call("01020304 00000000" + NFS3_GETATTR + NO_AUTH + NO_AUTH + HANDLE);
    String accepted = "01020304 00000001 00000000" + NO_AUTH;
    String denied = "01020304 00000001 00000001";

    RpcContent mismatch = reply(call, accepted + "00000002 00000003 00000004");
    assertComplete(mismatch);
    assertThat(mismatch.kind()).isEqualTo(RpcBodyKind.NOTHING);
    assertThat(mismatch.body()).isEmpty();
    assertThat(
            text(
                mismatch.headerContent().tree(), "body.rbody.areply.reply_data.mismatch_info.high"))
        .isEqualTo("high=4");
    RpcContent unavailable = reply(call, accepted + "00000003");
    assertComplete(unavailable);
    assertThat(text(unavailable.headerContent().tree(), "body.rbody.areply.reply_data.stat"))
        .isEqualTo("stat=PROC_UNAVAIL");
    assertThat(unavailable.verifier()).isPresent();
    RpcContent version = reply(call, denied + "00000000 00000002 00000002");
    assertComplete(version);
    assertThat(version.verifier()).isEmpty();
    assertThat(text(version.headerContent().tree(), "body.rbody.rreply.mismatch_info.low"))
        .isEqualTo("low=2");
    RpcContent authentication = reply(call, denied + "00000001 0000000d");
    assertComplete(authentication);
    assertThat(authentication.headerContent().tree().at("body.rbody.rreply"))
        .get()
        .extracting(it -> ((XdrUnion) it).arm())
        .hasToString("stat=RPCSEC_GSS_CREDPROBLEM");
  }

  @Test
  void shouldDecodeResultsByTheCall() {
    RpcContent call = call("01020304 00000000" + NFS3_GETATTR + NO_AUTH + NO_AUTH + HANDLE);
    RpcContent reply = reply(call, "01020304 00000001 00000000" + NO_AUTH + "00000000 00000046");

    assertComplete(reply);
    assertThat(text(reply.body().orElseThrow().tree(), "status")).isEqualTo("status=NFS3ERR_STALE");
  }

  @Test
  void shouldNotKnowTheResultsOfAnUnknownCall() {
    RpcContent reply =
        decoder.content(
            Hex.rope("01020304 00000001 00000000 00000000 00000000 00000000 00000046"),
            Optional.empty());

    assertThat(reply.kind()).isEqualTo(RpcBodyKind.UNKNOWN);
    assertThat(reply.body()).isEmpty();
    assertThat(reply.check()).isEqualTo(new XdrOutcome(XdrEnd.TRAILING, 24, false, List.of()));
  }

  @Test
  void shouldNotKnowProgramsThatAreNotDeclared() {
    RpcContent call =
        call("01020304 00000000 00000002 20000001 00000001 00000005" + NO_AUTH + NO_AUTH + HANDLE);

    assertThat(call.kind()).isEqualTo(RpcBodyKind.UNKNOWN);
    assertThat(call.procedure()).isEmpty();
    assertThat(call.check().end()).isEqualTo(XdrEnd.TRAILING);
  }

  @Test
  void shouldShowTheTokensOfAContextThatIsMade() {
    RpcContent call =
        call("01020304 00000000" + NFS3_NULL + gss(1, 1, 1) + NO_AUTH + "00000003 01020300");
    RpcContent reply =
        reply(
            call,
            "01020304 00000001 00000000"
                + MIC
                + "00000000"
                + "00000004 aabbccdd 00000001 00000000 00000080 00000002 0a0b0000");

    assertComplete(call);
    assertComplete(reply);
    assertThat(call.kind()).isEqualTo(RpcBodyKind.GSS_CONTEXT);
    assertThat(call.body()).isEmpty();
    assertThat(text(call.headerContent().tree(), "body.cbody.cred.body.rgss_cred.gss_proc"))
        .isEqualTo("gss_proc=RPCSEC_GSS_INIT");
    assertThat(text(call.wrapping().orElseThrow().tree(), "gss_token"))
        .isEqualTo("gss_token=0x010203");
    XdrValue result = reply.wrapping().orElseThrow().tree();
    assertThat(text(result, "gss_major")).isEqualTo("gss_major=GSS_S_CONTINUE_NEEDED");
    assertThat(text(result, "seq_window")).isEqualTo("seq_window=128");
    assertThat(text(result, "gss_token")).isEqualTo("gss_token=0x0a0b");
  }

  @Test
  void shouldTakeABodyOutOfItsIntegrityProtection() {
    RpcContent call =
        call(
            "01020304 00000000"
                + NFS3_GETATTR
                + gss(1, 0, 2)
                + MIC
                + "0000000c 00000007"
                + HANDLE
                + "00000004 99887766");
    RpcContent reply =
        reply(
            call,
            "01020304 00000001 00000000"
                + MIC
                + "00000000 00000008 00000007 00000046 00000004 99887766");

    assertComplete(call);
    assertComplete(reply);
    assertThat(call.kind()).isEqualTo(RpcBodyKind.GSS_INTEGRITY);
    assertThat(text(call.body().orElseThrow().tree(), "object")).isEqualTo("object=0xb63cfbcd");
    assertThat(text(call.wrapping().orElseThrow().tree(), "checksum"))
        .isEqualTo("checksum=0x99887766");
    assertThat(text(reply.body().orElseThrow().tree(), "status")).isEqualTo("status=NFS3ERR_STALE");
  }

  @Test
  void shouldCompareTheSequenceNumberInsideOfIntegrityProtection() {
    // Given credentials with sequence number 7
    String start = "01020304 00000000" + NFS3_GETATTR + gss(1, 0, 2) + MIC;
    String success = "01020304 00000001 00000000" + MIC + "00000000";
    RpcContent right = call(start + "0000000c 00000007" + HANDLE + "00000004 99887766");
    RpcContent wrong = call(start + "0000000c 0000ffff" + HANDLE + "00000004 99887766");

    assertThat(right.otherSequence()).isEmpty();
    assertThat(wrong.otherSequence())
        .contains("sequence number 65535 in the protected body, the credential has 7");
    assertThat(reply(right, success + "00000008 00000007 00000046").otherSequence()).isEmpty();
    assertThat(reply(right, success + "00000008 00000001 00000046").otherSequence()).isPresent();
    // That of a copy that was sent later.
    assertThat(reply(right, success + "00000008 00000008 00000046").otherSequence()).isEmpty();
    assertThat(reply(right, success + "00000000 00000000").otherSequence()).isEmpty();
  }

  @Test
  void shouldTakeTheEndOfAContextForData() {
    String start = "01020304 00000000" + NFS3_NULL;
    String success = "01020304 00000001 00000000" + MIC + "00000000";
    String protectedVoid = "00000004 00000009 00000004 99887766";
    RpcContent wrapped = call(start + gss(1, 3, 2) + MIC + protectedVoid);
    RpcContent encrypted = call(start + gss(1, 3, 3) + MIC + "00000004 01020304");
    RpcContent bare = call(start + gss(1, 3, 2) + MIC);

    assertThat(List.of(wrapped.kind(), encrypted.kind(), bare.kind()))
        .containsExactly(RpcBodyKind.GSS_INTEGRITY, RpcBodyKind.GSS_PRIVACY, RpcBodyKind.PLAIN);
    assertComplete(wrapped);
    assertComplete(encrypted);
    assertComplete(bare);
    assertComplete(reply(wrapped, success + protectedVoid));
    assertComplete(reply(bare, success));
  }

  @Test
  void shouldFindBytesBehindABodyInsideOfItsProtection() {
    RpcContent call =
        call(
            "01020304 00000000"
                + NFS3_GETATTR
                + gss(1, 0, 2)
                + MIC
                + "00000010 00000007"
                + HANDLE
                + "00000000"
                + "00000004 99887766");

    assertThat(call.check().end()).isEqualTo(XdrEnd.TRAILING);
    assertThat(call.check().problems())
        .extracting(XdrProblem::path)
        .containsExactly("GETATTR3args");
  }

  @Test
  void shouldNotShowWhatIsEncrypted() {
    RpcContent call =
        call("01020304 00000000" + NFS3_GETATTR + gss(1, 0, 3) + MIC + "00000008 0102030405060708");

    assertComplete(call);
    assertThat(call.kind()).isEqualTo(RpcBodyKind.GSS_PRIVACY);
    assertThat(call.procedure().orElseThrow().name()).isEqualTo("GETATTR");
    assertThat(call.body()).isEmpty();
    assertThat(text(call.wrapping().orElseThrow().tree(), "databody_priv"))
        .isEqualTo("databody_priv=8 bytes");
  }

  @Test
  void shouldTakeTheEndOfAContextForTheNullProcedure() {
    RpcContent call = call("01020304 00000000" + NFS3_NULL + gss(1, 3, 1) + MIC);
    RpcContent reply = reply(call, "01020304 00000001 00000000" + MIC + "00000000");

    assertComplete(call);
    assertComplete(reply);
    assertThat(call.kind()).isEqualTo(RpcBodyKind.PLAIN);
    assertThat(reply.kind()).isEqualTo(RpcBodyKind.PLAIN);
  }

  @Test
  void shouldShowWhatVersion3AssertsAndLists() {
    RpcContent create =
        call(
            "01020304 00000000"
                + NFS3_NULL
                + gss(3, 5, 2)
                + MIC
                + "00000024 00000007"
                + "00000000 00000000"
                + "00000001 00000000 00000001 00000002 00000003 616263 00"
                + "00000004 99887766");
    RpcContent list =
        reply(
            call(
                "01020304 00000000"
                    + NFS3_NULL
                    + gss(3, 6, 2)
                    + MIC
                    + "00000010 00000007 00000002 00000000 00000001"
                    + "00000004 99887766"),
            "01020304 00000001 00000000"
                + MIC
                + "00000000"
                + "00000024 00000007 00000001 00000001 00000001"
                + "00000001 00000001 70000000 00000001 71000000"
                + "00000004 99887766");

    assertComplete(create);
    assertThat(
            text(
                create.body().orElseThrow().tree(), "rca_assertions[0].rau_label.rl_lfs.rlf_pi_id"))
        .isEqualTo("rlf_pi_id=2");
    assertComplete(list);
    assertThat(text(list.body().orElseThrow().tree(), "[0].rli_privs[0].rp_name[0]"))
        .endsWith("=p");
  }

  /** Everything that a CREATE may have: RFC 7861 section 2.7.1. */
  @Test
  void shouldShowAllThatVersion3Creates() {
    String authAndBinding =
        "00000001 00000002 a1a20000 00000003 b1b2b300" + "00000001 00000004 c1c2c3c4";
    String assertions =
        "00000003"
            + "00000000 00000001 00000002 00000003 616263 00"
            + "00000001 00000001 00000002 63700000 00000001 64000000"
            + "00000007 00000002 65660000";
    RpcContent call =
        call(
            "01020304 00000000"
                + NFS3_NULL
                + gss(3, 5, 2)
                + MIC
                + "00000060 00000007"
                + authAndBinding
                + assertions
                + "00000004 99887766");
    RpcContent reply =
        reply(
            call,
            "01020304 00000001 00000000"
                + MIC
                + "00000000"
                + "00000068 00000007 00000001 d1000000"
                + authAndBinding
                + assertions
                + "00000004 99887766");

    assertComplete(call);
    assertComplete(reply);
    XdrValue asked = call.body().orElseThrow().tree();
    assertThat(text(asked, "rca_mp_auth.rgmp_rpcheader_mic"))
        .isEqualTo("rgmp_rpcheader_mic=0xb1b2b3");
    assertThat(text(asked, "rca_chan_bind_mic")).isEqualTo("rca_chan_bind_mic=0xc1c2c3c4");
    assertThat(text(asked, "rca_assertions[0].rau_label.rl_label")).isEqualTo("rl_label=0x616263");
    assertThat(text(asked, "rca_assertions[1].rau_privs.rp_name[0]")).endsWith("=cp");
    assertThat(text(asked, "rca_assertions[1].rau_privs.rp_privilege"))
        .isEqualTo("rp_privilege=0x64");
    assertThat(text(asked, "rca_assertions[2].rau_ext")).isEqualTo("rau_ext=0x6566");
    XdrValue made = reply.body().orElseThrow().tree();
    assertThat(text(made, "rcr_handle")).isEqualTo("rcr_handle=0xd1");
    assertThat(text(made, "rcr_mp_auth.rgmp_handle")).isEqualTo("rgmp_handle=0xa1a2");
    assertThat(text(made, "rcr_assertions[2].rau_ext")).isEqualTo("rau_ext=0x6566");
  }

  @Test
  void shouldNotKnowABodyBehindACredentialThatItCannotRead() {
    RpcContent call =
        call("01020304 00000000" + NFS3_GETATTR + "00000006 00000004 00000009" + NO_AUTH + HANDLE);

    assertThat(call.kind()).isEqualTo(RpcBodyKind.UNKNOWN);
    assertThat(call.check().end()).isEqualTo(XdrEnd.BAD);
    assertThat(call.check().problems())
        .extracting(XdrProblem::path)
        .containsExactly("rpc_msg.body.cbody.cred.body.version");
  }

  @Test
  void shouldSayWhereAHeaderIsBrokenOrCut() {
    RpcContent broken = call("01020304 00000003");
    assertThat(broken.check().end()).isEqualTo(XdrEnd.BAD);
    assertThat(broken.check().problems())
        .extracting(XdrProblem::path)
        .containsExactly("rpc_msg.body.mtype");
    RpcContent cut =
        decoder.content(
            Rope.builder()
                .add(Hex.bytes("01020304 00000000 00000002"))
                .addHole(40, Absence.TRUNCATED)
                .build(),
            Optional.empty());
    assertThat(cut.check().end()).isEqualTo(XdrEnd.MISSING);
    assertThat(text(cut.headerContent().tree(), "body.cbody.rpcvers")).isEqualTo("rpcvers=2");
    assertThat(cut.kind()).isEqualTo(RpcBodyKind.UNKNOWN);
  }

  @Test
  void shouldDecodeWhatIsOfferedNextToNfs() {
    assertComplete(
        call(
            "01020304 00000000 00000002 000186a0 00000002 00000003"
                + NO_AUTH
                + NO_AUTH
                + "000186a3 00000003 00000006 00000000"));
    RpcContent getaddr =
        call(
            "01020304 00000000 00000002 000186a0 00000004 00000003"
                + NO_AUTH
                + NO_AUTH
                + "000186a3 00000003 00000003 74637000 00000000 00000000");
    assertComplete(getaddr);
    assertThat(text(getaddr.body().orElseThrow().tree(), "r_netid")).isEqualTo("r_netid=tcp");
    assertComplete(
        reply(
            getaddr,
            "01020304 00000001 00000000" + NO_AUTH + "00000000 0000000b 302e302e302e302e382e3100"));
    RpcContent mnt =
        call(
            "01020304 00000000 00000002 000186a5 00000003 00000001"
                + NO_AUTH
                + NO_AUTH
                + "00000004 2f737276");
    assertComplete(mnt);
    RpcContent mounted =
        reply(
            mnt,
            "01020304 00000001 00000000"
                + NO_AUTH
                + "00000000 00000000 00000004 01020304 00000002 00000001 0005f373");
    assertComplete(mounted);
    assertThat(text(mounted.body().orElseThrow().tree(), "mountinfo.auth_flavors[1]"))
        .isEqualTo("=RPCSEC_GSS_KRB5");
    assertComplete(
        call(
            """
            01020304 00000000 00000002 000186b5 00000004 00000002  # NLM 4 LOCK
            00000000 00000000 00000000 00000000
            00000004 00000001  # cookie
            00000001 00000001  # block, exclusive
            00000001 63000000  # caller_name
            00000004 01020304  # fh
            00000002 6f770000  # oh
            00000005 00000000 00000000 ffffffff ffffffff
            00000000 00000003  # reclaim, state
            """));
    assertComplete(
        call(
            "01020304 00000000 00000002 000186b8 00000001 00000006"
                + NO_AUTH
                + NO_AUTH
                + "00000001 68000000 00000003"));
  }

  private RpcContent call(String bytes) {
    return decoder.content(Hex.rope(bytes), Optional.empty());
  }

  private RpcContent reply(RpcContent call, String bytes) {
    return decoder.content(
        Hex.rope(bytes), Optional.of((RpcCallHeader) call.header().orElseThrow()));
  }

  private static void assertComplete(RpcContent content) {
    assertThat(content.check())
        .extracting(XdrOutcome::end, XdrOutcome::problems)
        .containsExactly(XdrEnd.COMPLETE, List.of());
  }

  private static String text(XdrValue value, String path) {
    return value.at(path).orElseThrow().toString();
  }
}
