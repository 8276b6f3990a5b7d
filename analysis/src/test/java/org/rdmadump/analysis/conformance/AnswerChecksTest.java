package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;

/** The results of a reply are those of the operations of its call. */
class AnswerChecksTest {
  private static final int XID = 7;

  private static Optional<String> wrong(Nfs41.Call call, Nfs41.Reply reply) {
    return AnswerChecks.answeredOperations(
            RpcConversation.connected()
                .call(RpcRdmaBuilder.inline(XID, call.message()))
                .reply(RpcRdmaBuilder.inline(XID, reply.message()))
                .decodeContent()
                .exchange(XID))
        .map(Violation::message);
  }

  private static Nfs41.Call call() {
    return Nfs41.call(XID).sequence().putfh();
  }

  private static Nfs41.Reply reply() {
    return Nfs41.reply(XID).sequence().putfh();
  }

  @Test
  void shouldTakeAResultOfEachOperation() {
    assertThat(wrong(call().getattr(), reply().getattr())).isEmpty();
  }

  @Test
  @DisplayName("RFC 8881 section 16.2.3: the answer to what is no operation is ILLEGAL")
  void shouldTakeIllegalAsTheAnswerToAnUnknownOperation() {
    assertThat(wrong(call().unknown(), reply().illegal())).isEmpty();
  }

  @Test
  void shouldTakeIllegalAsTheAnswerToAnOperationOfAnotherMinorVersion() {
    assertThat(wrong(call().readPlus(100), reply().illegal())).isEmpty();
  }

  @Test
  @DisplayName("what follows an unknown operation cannot be decoded, and has no result")
  void shouldTakeIllegalBeforeOperationsThatHaveNoResult() {
    assertThat(wrong(call().unknown().getattr(), reply().illegal())).isEmpty();
  }

  @Test
  void shouldNotTakeIllegalAsTheAnswerToAnOperationOfTheMinorVersion() {
    assertThat(wrong(call().getattr(), reply().illegal()))
        .contains(
            "expected results of [SEQUENCE, PUTFH, GETATTR]"
                + " but there is [SEQUENCE, PUTFH, ILLEGAL]");
  }

  @Test
  void shouldNotTakeIllegalAsTheAnswerToAnOperationThatTheMinorVersionForbids() {
    assertThat(wrong(call().openConfirm(), reply().illegal()))
        .contains(
            "expected results of [SEQUENCE, PUTFH, OPEN_CONFIRM]"
                + " but there is [SEQUENCE, PUTFH, ILLEGAL]");
  }

  @Test
  @DisplayName("RFC 8178: servers of the minor version need not know what was added to it")
  void shouldTakeIllegalAsTheAnswerToAnOperationOfAnExtension() {
    assertThat(wrong(call().minorVersion(2).listxattrs(), reply().illegal())).isEmpty();
  }

  @Test
  void shouldNotTakeIllegalBehindAnswersOfOtherOperations() {
    assertThat(wrong(call().getattr().unknown(), reply().readlink(new byte[4]).illegal()))
        .contains(
            "expected results of [SEQUENCE, PUTFH, GETATTR, op 99]"
                + " but there is [SEQUENCE, PUTFH, READLINK, ILLEGAL]");
  }

  @Test
  void shouldNotTakeIllegalBehindTheLastOperation() {
    assertThat(wrong(call(), reply().illegal()))
        .contains("expected results of [SEQUENCE, PUTFH] but there is [SEQUENCE, PUTFH, ILLEGAL]");
  }

  @Test
  void shouldNotTakeAnotherResultForAnUnknownOperation() {
    assertThat(wrong(call().unknown(), reply().getattr()))
        .contains(
            "expected results of [SEQUENCE, PUTFH, op 99]"
                + " but there is [SEQUENCE, PUTFH, GETATTR]");
  }

  @Test
  void shouldTakeFewerResultsOnlyIfTheLastOneFailed() {
    assertThat(wrong(call().read(4).getattr(), reply().readError())).isEmpty();
    assertThat(wrong(call().read(4).getattr(), reply().read(new byte[4])))
        .contains(
            "expected results of [SEQUENCE, PUTFH, READ, GETATTR]"
                + " but there is [SEQUENCE, PUTFH, READ]");
  }
}
