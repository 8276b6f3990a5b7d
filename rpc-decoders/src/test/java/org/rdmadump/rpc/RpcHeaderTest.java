package org.rdmadump.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.XdrReader;

/** The messages are from captures of Linux clients and servers, unless something is made up. */
class RpcHeaderTest {
  private static final String NULL_CALL =
      """
      fa292fa9 00000000 00000002 000186a3 00000003 00000000 # xid, CALL, RPC 2, NFS 3 NULL
      00000000 00000000 00000000 00000000                   # AUTH_NONE, AUTH_NONE
      """;

  private static final String GETATTR_CALL =
      """
      fd292fa9 00000000 00000002 000186a3 00000003 00000001 # xid, CALL, RPC 2, NFS 3 GETATTR
      00000001 00000020                                     # AUTH_SYS, 32 bytes
      00000000 0000000b 72646d61 2d636c69 656e7400          # stamp, "rdma-client"
      00000000 00000000 00000000                            # uid, gid, no gids
      00000000 00000000                                     # AUTH_NONE
      00000008 01000100 00000000                            # file handle
      """;
  private static final int GETATTR_BODY = 72;

  private static final String GSS_CALL =
      """
      38d66499 00000000 00000002 000186a3 00000004 00000001 # xid, CALL, RPC 2, NFS 4 COMPOUND
      00000006 00000018                                     # RPCSEC_GSS, 24 bytes
      00000001 00000000 00000004 00000002                   # version 1, DATA, seq 4, integrity
      00000004 01000000                                     # context handle
      00000006 0000001c                                     # RPCSEC_GSS, 28 bytes
      040404ff ffffffff 00000000 32eb822b eaf6ead6 ee5ac616 a2219e3b
      0000003c 00000004 00000000 00000001 00000002 00000035 # length, seq, COMPOUND ...
      """;
  private static final int GSS_BODY = 92;

  private static final String GSS_REPLY =
      """
      38d66499 00000001 00000000                            # xid, REPLY, accepted
      00000006 0000001c                                     # RPCSEC_GSS, 28 bytes
      040405ff ffffffff 00000000 36b35e13 2c34723e d68c2ec0 561fb627
      00000000                                              # SUCCESS
      00000044 00000004 00000000
      """;
  private static final int GSS_REPLY_BODY = 52;

  private static final String SUCCESS_REPLY =
      "fa292fa9 00000001 00000000 00000000 00000000 00000000";

  private static final String PROG_MISMATCH_REPLY =
      "0dd00012 00000001 00000000 00000000 00000000 00000002 00000003 00000004";

  private static final String RPC_MISMATCH_REPLY =
      "0dd00015 00000001 00000001 00000000 00000002 00000002";

  /** Made up: AUTH_ERROR, RPCSEC_GSS_CREDPROBLEM. */
  private static final String AUTH_ERROR_REPLY = "0dd00017 00000001 00000001 00000001 0000000d";

  @Test
  void shouldReadACallWithoutCredential() {
    assertThat(RpcHeader.read(Hex.rope(NULL_CALL)))
        .isEqualTo(
            new RpcCallHeader(
                0xfa292fa9,
                2,
                RpcPrograms.NFS,
                3,
                0,
                AuthFlavor.AUTH_NONE,
                Optional.empty(),
                AuthFlavor.AUTH_NONE,
                40));
  }

  @Test
  void shouldReadOneHeaderAfterTheOther() {
    RpcHeaderReader reader = new RpcHeaderReader();

    RpcReading broken = reader.read(Hex.rope("00000001 00000001 00000002"));
    RpcReading cut = reader.read(Hex.snapped(GSS_REPLY, 20));
    RpcReading whole = reader.read(Hex.rope(GETATTR_CALL));

    assertThat(broken).isInstanceOf(RpcReading.Malformed.class);
    assertThat(cut).isInstanceOf(RpcReading.Partial.class);
    assertThat(whole).isEqualTo(call(Hex.rope(GETATTR_CALL)));
  }

  /** Usual headers of messages that are all there are read in a way of their own. */
  @ParameterizedTest
  @ValueSource(strings = {NULL_CALL, GETATTR_CALL, GSS_CALL, GSS_REPLY, SUCCESS_REPLY})
  void shouldReadTheSameWhetherOrNotSomethingIsAbsentBehind(String text) {
    Random random = new Random(7);
    for (int n = 0; n < 5000; n++) {
      // given
      byte[] message = Hex.bytes(text);
      if (n > 0) {
        message[random.nextInt(message.length)] = (byte) random.nextInt(n % 2 == 0 ? 8 : 256);
      }
      Rope rope = Rope.of(message);
      Rope cut = Rope.builder().add(message).addHole(400, Absence.LOST).build();

      // when
      RpcReading whole = RpcHeader.read(rope);
      RpcReading before = RpcHeader.read(cut);

      // then
      if (before instanceof RpcHeader header && header.bodyOffset() <= message.length) {
        assertThat(whole).isEqualTo(before);
      } else {
        assertThat(whole).isNotInstanceOf(RpcHeader.class);
      }
    }
  }

  @Test
  void shouldReadACallWithAuthSys() {
    RpcCallHeader call = call(Hex.rope(GETATTR_CALL));

    assertThat(call.xid()).isEqualTo(0xfd292fa9);
    assertThat(call.type()).isEqualTo(RpcMessageType.CALL);
    assertThat(call.procedure()).isEqualTo(1);
    assertThat(call.credential()).isEqualTo(AuthFlavor.AUTH_SYS);
    assertThat(call.verifier()).isEqualTo(AuthFlavor.AUTH_NONE);
    assertThat(call.bodyOffset()).isEqualTo(GETATTR_BODY);
  }

  @Test
  void shouldReadACallUnderRpcsecGss() {
    RpcCallHeader call = call(Hex.rope(GSS_CALL));

    assertThat(call.credential()).isEqualTo(AuthFlavor.RPCSEC_GSS);
    assertThat(call.verifier()).isEqualTo(AuthFlavor.RPCSEC_GSS);
    assertThat(call.gss()).contains(new GssCredential(1, 0, 4, 2));
    assertThat(call.gss().map(GssCredential::procedure)).contains(GssProcedure.DATA);
    assertThat(call.gss().map(GssCredential::service)).contains(GssService.INTEGRITY);
    assertThat(call.bodyOffset()).isEqualTo(GSS_BODY);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, DATA, NONE",
    "0, 2, DATA, INTEGRITY",
    "0, 3, DATA, PRIVACY",
    "0, 4, DATA, CHANNEL_PROTECTION",
    "0, 0, DATA, UNKNOWN",
    "0, 5, DATA, UNKNOWN",
    "1, 1, INIT, NONE",
    "2, 1, CONTINUE_INIT, NONE",
    "3, 1, DESTROY, NONE",
    "4, 1, BIND_CHANNEL, NONE",
    "5, 1, CREATE, NONE",
    "6, 1, LIST, NONE",
    "7, 1, UNKNOWN, NONE"
  })
  void shouldTellWhatRpcsecGssDoesToTheBody(
      int procedure, int service, GssProcedure procedureName, GssService serviceName) {
    Rope message =
        Hex.rope(
            GSS_CALL.replace(
                "00000001 00000000 00000004 00000002",
                "00000001 0000000" + procedure + " 00000004 0000000" + service));

    RpcCallHeader call = call(message);

    assertThat(call.gss().map(GssCredential::procedure)).contains(procedureName);
    assertThat(call.gss().map(GssCredential::service)).contains(serviceName);
  }

  @ParameterizedTest
  @CsvSource({"00000001, true", "00000002, true", "00000003, true", "00000000, false", "4, false"})
  void shouldReadTheGssCredentialsOfKnownVersions(String version, boolean known) {
    String word = version.length() == 8 ? version : "0000000" + version;

    RpcCallHeader call =
        call(Hex.rope(GSS_CALL.replace("00000001 00000000 00000004", word + " 00000000 00000004")));

    assertThat(call.gss().isPresent()).isEqualTo(known);
    assertThat(call.bodyOffset()).isEqualTo(GSS_BODY);
  }

  @ParameterizedTest
  @CsvSource({
    "00000005 00000002, true",
    "00000004 00000002, true",
    // of another context
    "00000001 00000002, true",
    "00000005 00000001, false"
  })
  void shouldTakeACallForARepeatWhateverItsSequenceNumber(String numbers, boolean same) {
    RpcCallHeader first = call(Hex.rope(GSS_CALL));
    RpcCallHeader again = call(Hex.rope(GSS_CALL.replace("00000004 00000002", numbers)));

    assertThat(again.canRepeat(first)).isEqualTo(same);
  }

  @Test
  void shouldNotTakeAGssCredentialThatIsTooShortForWhole() {
    RpcCallHeader call =
        call(
            Hex.rope(
                """
                38d66499 00000000 00000002 000186a3 00000004 00000001
                00000006 00000008 00000001 00000000 # a credential of two words
                00000000 00000000
                """));

    assertThat(call.gss()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "00000000, AUTH_NONE",
    "00000001, AUTH_SYS",
    "00000002, AUTH_SHORT",
    "00000003, AUTH_DH",
    "00000004, flavor 4",
    "00000005, flavor 5",
    "00000006, RPCSEC_GSS",
    "00000007, AUTH_TLS",
    "00000008, flavor 8",
    "0005f373, flavor 390003",
    "ffffffff, flavor 4294967295"
  })
  void shouldNameEveryFlavour(String number, String label) {
    String message =
        "00000001 00000000 00000002 000186a3 00000003 00000000 "
            + number
            + "00000000 00000000 00000000";

    assertThat(call(Hex.rope(message)).credential()).hasToString(label);
    assertThat(call(Hex.rope(message)).credential().label()).isEqualTo(label);
  }

  @Test
  void shouldReadACallOfAnotherRpcVersion() {
    RpcCallHeader call =
        call(
            Hex.rope(
                """
                0dd00015 00000000 00000003 000186a3 00000003 00000000
                00000000 00000000 00000000 00000000
                """));

    assertThat(call.rpcVersion()).isEqualTo(3);
    assertThat(call.program()).isEqualTo(RpcPrograms.NFS);
  }

  @Test
  void shouldReadAReply() {
    assertThat(RpcHeader.read(Hex.rope(SUCCESS_REPLY)))
        .isEqualTo(
            new RpcReplyHeader(
                0xfa292fa9, RpcStatus.SUCCESS, Optional.of(AuthFlavor.AUTH_NONE), 24));
  }

  @Test
  void shouldReadAReplyUnderRpcsecGss() {
    RpcReplyHeader reply = reply(Hex.rope(GSS_REPLY));

    assertThat(reply.type()).isEqualTo(RpcMessageType.REPLY);
    assertThat(reply.verifier()).contains(AuthFlavor.RPCSEC_GSS);
    assertThat(reply.bodyOffset()).isEqualTo(GSS_REPLY_BODY);
    assertThat(reply.status().isSuccess()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0, SUCCESS",
    "1, PROG_UNAVAIL",
    "3, PROC_UNAVAIL",
    "4, GARBAGE_ARGS",
    "5, SYSTEM_ERR"
  })
  void shouldReadEveryAcceptStatus(int number, RpcStatusCode code) {
    RpcReplyHeader reply =
        reply(Hex.rope("0dd00013 00000001 00000000 00000000 00000000 0000000" + number));

    assertThat(reply.status().code()).isEqualTo(code);
    assertThat(reply.status()).hasToString(code.name());
    assertThat(reply.bodyOffset()).isEqualTo(24);
  }

  @Test
  void shouldReadTheVersionsOfAProgramMismatch() {
    RpcReplyHeader reply = reply(Hex.rope(PROG_MISMATCH_REPLY));

    assertThat(reply.status()).isEqualTo(new RpcStatus(RpcStatusCode.PROG_MISMATCH, 3, 4, 0));
    assertThat(reply.status()).hasToString("PROG_MISMATCH (3 to 4)");
    assertThat(reply.bodyOffset()).isEqualTo(32);
  }

  @Test
  void shouldReadTheVersionsOfAnRpcMismatch() {
    RpcReplyHeader reply = reply(Hex.rope(RPC_MISMATCH_REPLY));

    assertThat(reply.status()).isEqualTo(new RpcStatus(RpcStatusCode.RPC_MISMATCH, 2, 2, 0));
    assertThat(reply.verifier()).isEmpty();
    assertThat(reply.bodyOffset()).isEqualTo(24);
  }

  @ParameterizedTest
  @CsvSource({
    "00000000, AUTH_OK",
    "00000001, AUTH_BADCRED",
    "00000002, AUTH_REJECTEDCRED",
    "00000003, AUTH_BADVERF",
    "00000004, AUTH_REJECTEDVERF",
    "00000005, AUTH_TOOWEAK",
    "00000006, AUTH_INVALIDRESP",
    "00000007, AUTH_FAILED",
    "00000008, AUTH_KERB_GENERIC",
    "00000009, AUTH_TIMEEXPIRE",
    "0000000a, AUTH_TKT_FILE",
    "0000000b, AUTH_DECODE",
    "0000000c, AUTH_NET_ADDR",
    "0000000d, RPCSEC_GSS_CREDPROBLEM",
    "0000000e, RPCSEC_GSS_CTXPROBLEM",
    "0000000f, RPCSEC_GSS_INNER_CREDPROBLEM",
    "00000010, RPCSEC_GSS_LABEL_PROBLEM",
    "00000011, RPCSEC_GSS_PRIVILEGE_PROBLEM",
    "00000012, RPCSEC_GSS_UNKNOWN_MESSAGE",
    "00000013, auth_stat 19",
    "ffffffff, auth_stat 4294967295"
  })
  void shouldReadEveryReasonOfAnAuthError(String number, String name) {
    RpcStatus status = reply(Hex.rope("0dd00017 00000001 00000001 00000001 " + number)).status();

    assertThat(status.code()).isEqualTo(RpcStatusCode.AUTH_ERROR);
    assertThat(status.authStatName()).isEqualTo(name);
    assertThat(status).hasToString("AUTH_ERROR (" + name + ")");
  }

  @Test
  void shouldCallAMessageThatEndsInItsHeaderMalformed() {
    assertMalformedUpTo(NULL_CALL, 40);
    assertMalformedUpTo(GETATTR_CALL, GETATTR_BODY);
    assertMalformedUpTo(GSS_CALL, GSS_BODY);
    assertMalformedUpTo(GSS_REPLY, GSS_REPLY_BODY);
    assertMalformedUpTo(SUCCESS_REPLY, 24);
    assertMalformedUpTo(PROG_MISMATCH_REPLY, 32);
    assertMalformedUpTo(RPC_MISMATCH_REPLY, 24);
    assertMalformedUpTo(AUTH_ERROR_REPLY, 20);
  }

  private static void assertMalformedUpTo(String message, int header) {
    for (int length = 0; length <= Hex.bytes(message).length; length++) {
      assertThat(RpcHeader.read(Hex.ended(message, length)))
          .as("ended at %d", length)
          .isInstanceOf(length < header ? RpcReading.Malformed.class : RpcHeader.class);
    }
  }

  @Test
  void shouldCallAMessageThatIsCutInItsHeaderPartial() {
    assertPartialUpTo(NULL_CALL, 40);
    assertPartialUpTo(GETATTR_CALL, GETATTR_BODY);
    assertPartialUpTo(GSS_CALL, GSS_BODY);
    assertPartialUpTo(PROG_MISMATCH_REPLY, 32);
    assertPartialUpTo(RPC_MISMATCH_REPLY, 24);
    assertPartialUpTo(AUTH_ERROR_REPLY, 20);
    assertPartialUpTo(GSS_REPLY, GSS_REPLY_BODY);
    assertPartialUpTo(SUCCESS_REPLY, 24);
  }

  private static void assertPartialUpTo(String message, int header) {
    for (int length = 0; length <= Hex.bytes(message).length; length++) {
      // A verifier of which only the bytes are absent takes nothing from a call's header.
      boolean headerKnown = length >= (message.equals(GSS_CALL) ? GSS_BODY - 28 : header);
      RpcReading reading = RpcHeader.read(Hex.snapped(message, length));
      assertThat(reading)
          .as("cut at %d", length)
          .isInstanceOf(headerKnown ? RpcHeader.class : RpcReading.Partial.class);
      if (reading instanceof RpcReading.Partial partial) {
        assertThat(partial.at()).isBetween(length - 3L, header - 1L);
      }
    }
  }

  @Test
  void shouldTellWhatIsReadableOfACutCall() {
    for (int length = 0; length < GETATTR_BODY; length++) {
      RpcPrefix known = partial(Hex.snapped(GETATTR_CALL, length)).known();

      assertThat(known.xid())
          .isEqualTo(length < 4 ? OptionalInt.empty() : OptionalInt.of(0xfd292fa9));
      assertThat(known.type().isPresent()).isEqualTo(length >= 8);
      assertThat(known.rpcVersion()).isEqualTo(from(12, length, 2));
      assertThat(known.program()).isEqualTo(from(16, length, 100003));
      assertThat(known.version()).isEqualTo(from(20, length, 3));
      assertThat(known.procedure()).isEqualTo(from(24, length, 1));
      assertThat(known.credential().isPresent()).isEqualTo(length >= 28);
    }
  }

  private static OptionalLong from(int needed, int length, long value) {
    return length < needed ? OptionalLong.empty() : OptionalLong.of(value);
  }

  @Test
  void shouldTellWhatIsReadableOfACutReply() {
    RpcReading.Partial partial = partial(Hex.snapped(GSS_REPLY, 20));

    assertThat(partial.known().xid()).hasValue(0x38d66499);
    assertThat(partial.known().type()).contains(RpcMessageType.REPLY);
    assertThat(partial.known().program()).isEmpty();
    assertThat(partial.known().credential()).isEmpty();
    assertThat(partial.at()).isEqualTo(48);
  }

  @Test
  void shouldReadOnBehindACredentialThatWasNotCaptured() {
    byte[] bytes = Hex.bytes(GSS_CALL);
    Rope message =
        Rope.builder()
            .add(bytes, 0, 32)
            .addHole(24, Absence.NOT_CAPTURED)
            .add(bytes, 56, bytes.length - 56)
            .build();

    RpcCallHeader call = call(message);

    assertThat(call.gss()).isEmpty();
    assertThat(call.bodyOffset()).isEqualTo(GSS_BODY);
  }

  @ParameterizedTest
  @CsvSource({
    "'00000001 00000002 00000002', 4, 'message type 2, neither call (0) nor reply (1)'",
    "'00000001 00000001 00000002', 8, 'reply_stat 2, neither accepted (0) nor denied (1)'",
    "'00000001 00000001 00000000 00000000 00000000 00000006', 20, 'invalid accept_stat 6'",
    "'00000001 00000001 00000000 00000000 00000000 ffffffff', 20,"
        + " 'invalid accept_stat 4294967295'",
    "'00000001 00000001 00000001 00000002', 12, 'invalid reject_stat 2'",
    "'00000001 00000001 00000000 00000000 00000191', 16,"
        + " 'credential or verifier of more than 400 bytes'",
    "'00000001 00000000 00000002 000186a3 00000003 00000000 00000001 00000191', 28,"
        + " 'credential or verifier of more than 400 bytes'",
    "'00000001 00000000', 8, 'the message of 8 bytes ends in its RPC header'",
    "'', 0, 'the message of 0 bytes ends in its RPC header'"
  })
  void shouldSayWhatIsWrong(String message, long at, String why) {
    RpcReading reading = RpcHeader.read(Hex.rope(message));

    assertThat(reading).isInstanceOf(RpcReading.Malformed.class);
    RpcReading.Malformed malformed = (RpcReading.Malformed) reading;
    assertThat(malformed.at()).isEqualTo(at);
    assertThat(malformed.why()).isEqualTo(why);
    assertThat(malformed.known().xid().isPresent()).isEqualTo(!message.isEmpty());
  }

  @Test
  void shouldReadACredentialOfTheGreatestLength() {
    String message =
        "00000001 00000000 00000002 000186a3 00000003 00000000 00000001 00000190"
            + "00".repeat(400)
            + "00000000 00000000";

    assertThat(call(Hex.rope(message)).bodyOffset()).isEqualTo(440);
  }

  @Test
  void shouldRecogniseRealMessagesByTheirXid() {
    assertThat(looksLikeRpc(NULL_CALL, 0xfa292fa9)).isTrue();
    assertThat(looksLikeRpc(GETATTR_CALL, 0xfd292fa9)).isTrue();
    assertThat(looksLikeRpc(GSS_CALL, 0x38d66499)).isTrue();
    assertThat(looksLikeRpc(GSS_REPLY, 0x38d66499)).isTrue();
    assertThat(looksLikeRpc(PROG_MISMATCH_REPLY, 0x0dd00012)).isTrue();
    assertThat(looksLikeRpc(RPC_MISMATCH_REPLY, 0x0dd00015)).isTrue();
    assertThat(looksLikeRpc(AUTH_ERROR_REPLY, 0x0dd00017)).isTrue();
    assertThat(looksLikeRpc(NULL_CALL, 0xfa292fa8)).isFalse();
  }

  @Test
  void shouldRecogniseAMessageThatWasCutBehindItsThirdWord() {
    for (int length = 0; length <= GETATTR_BODY; length++) {
      boolean recognised =
          RpcHeader.looksLikeRpc(new XdrReader(Hex.snapped(GETATTR_CALL, length)), 0xfd292fa9);

      assertThat(recognised).as("cut at %d", length).isEqualTo(length >= 12);
    }
  }

  @Test
  void shouldNotRecogniseAMessageThatEndsInItsHeader() {
    for (int length = 0; length < GETATTR_BODY; length++) {
      assertThat(RpcHeader.looksLikeRpc(new XdrReader(Hex.ended(GETATTR_CALL, length)), 0xfd292fa9))
          .isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00000001 00000002 00000002 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
    "00000001 00000000 00000003 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
    "00000001 00000000 00000002 00000000 00000000 00000000 00000000 00000191 00000000 00000000",
    "00000001 00000000 00000002 00000000 00000000 00000000 00000000 00000000 00000000 00000191",
    "00000001 00000001 00000002 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
    "00000001 00000001 00000000 00000000 00000191 00000000 00000000 00000000 00000000 00000000",
    "00000001 00000001 00000000 00000000 00000000 00000006 00000000 00000000 00000000 00000000",
    "00000001 00000001 00000001 00000002 00000000 00000000 00000000 00000000 00000000 00000000",
    "00000001 00000001 00000000 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff"
  })
  void shouldNotRecogniseWhatHasAValueThatRpcDoesNotHave(String message) {
    assertThat(looksLikeRpc(message, 1)).isFalse();
  }

  private static boolean looksLikeRpc(String message, int xid) {
    return RpcHeader.looksLikeRpc(new XdrReader(Hex.rope(message)), xid);
  }

  private static RpcCallHeader call(Rope message) {
    return (RpcCallHeader) RpcHeader.read(message);
  }

  private static RpcReplyHeader reply(Rope message) {
    return (RpcReplyHeader) RpcHeader.read(message);
  }

  private static RpcReading.Partial partial(Rope message) {
    return (RpcReading.Partial) RpcHeader.read(message);
  }
}
