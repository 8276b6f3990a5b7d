package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.ib.NakCode;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/** A NAK that asks for a repeat leaves the case open; one that refuses a request fails it. */
class RefusedRequestTest {
  private static final int XID = 5;
  private static final Segment MEMORY = Segment.of(0x100, 500);

  private static List<CaseResult> results(RpcConversation rpc) throws IOException {
    return Conformance.of(rpc.capture().source(), CaptureOptions.DEFAULT).results();
  }

  private static RpcConversation calling() {
    return RpcConversation.connected(wire -> wire.acks(false))
        .call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, 500)).writeChunk(MEMORY));
  }

  private static void assertFail(RpcConversation rpc, String rule) throws IOException {
    assertThat(results(rpc).get(0).outcome())
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes())
                    .extracting(Note::message)
                    .anySatisfy(each -> assertThat(each).startsWith(rule)));
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_REQUEST, aeth.invalid-request",
    "REMOTE_ACCESS_ERROR, aeth.remote-access-error",
    "REMOTE_OPERATIONAL_ERROR, aeth.remote-operational-error",
    "INVALID_RD_REQUEST, aeth.unexpected-nak"
  })
  void shouldFailARefusedWriteAndARefusedSend(NakCode code, String rule) throws IOException {
    RpcConversation write = calling();
    int psn = write.server().write(MEMORY.handle(), MEMORY.offset(), Pattern.of(1, 500));
    write.client().nak(psn, code);
    assertFail(write, rule);

    RpcConversation send = calling();
    psn = send.wire().client().send(RpcRdmaBuilder.inline(6, Nfs3.getattrCall(6)).bytes());
    send.server().nak(psn, code);
    assertFail(send, rule);
  }

  @ParameterizedTest
  @CsvSource("PSN_SEQUENCE_ERROR, aeth.nak")
  void shouldWarnOfARepeatThatIsAskedFor(NakCode code, String rule) throws IOException {
    RpcConversation rpc = calling();
    byte[] data = Pattern.of(1, 500);
    int psn = rpc.server().write(MEMORY.handle(), MEMORY.offset(), data);
    rpc.client().nak(psn, code);
    rpc.server().nextPsn(psn).write(MEMORY.handle(), MEMORY.offset(), data);
    rpc.reply(RpcRdmaBuilder.reduced(XID, NfsMessages.readReply(XID, data)).writeChunk(MEMORY));

    assertThat(results(rpc).get(0).outcome())
        .isInstanceOfSatisfying(
            CaseOutcome.Warn.class,
            warn ->
                assertThat(warn.notes())
                    .extracting(Note::message)
                    .anySatisfy(each -> assertThat(each).startsWith(rule)));
  }
}
