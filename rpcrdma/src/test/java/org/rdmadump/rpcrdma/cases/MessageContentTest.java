package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Nfs41;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrVisitor;

/** What is inside of messages, as it is asked for when they are handed out. */
class MessageContentTest {
  private static final XdrVisitor NOBODY = new XdrVisitor() {};
  private final RpcConversation rpc = RpcConversation.connected();

  @Test
  void shouldKnowArgumentsAndResults() throws IOException {
    rpc.call(RpcRdmaBuilder.inline(1, Nfs3.getattrCall(1)));
    rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.getattrReply(1)));

    List<String> seen = new ArrayList<>();
    decode(message -> seen.add(message.content().body().orElseThrow().field().type().name()));

    assertThat(seen).containsExactly("GETATTR3args", "GETATTR3res");
  }

  @Test
  void shouldKnowTheHandlesOfAReplyByItsCall() throws IOException {
    rpc.call(inline(Nfs41.call(1).sequence().putfh().getattr().message()));
    rpc.reply(inline(Nfs41.reply(1).sequence().putfh().getattr().message()));

    List<String> seen = new ArrayList<>();
    decode(
        message -> {
          Nfs4Operation last = message.content().compound().orElseThrow().operations().get(2);
          seen.add(last.name() + " " + last.handle().orElseThrow().text());
        });

    assertThat(seen)
        .hasSize(2)
        .containsOnly(seen.get(0))
        .first()
        .asString()
        .startsWith("GETATTR 0x");
  }

  @Test
  void shouldKnowTheCallOfAReplyWhoeverAskedForItBefore() throws IOException {
    for (int xid = 1; xid <= 300; xid++) {
      rpc.call(RpcRdmaBuilder.inline(xid, Nfs41.call(xid).sequence().putfh().readlink().message()));
    }
    for (int xid = 1; xid <= 300; xid++) {
      rpc.reply(
          RpcRdmaBuilder.inline(
              xid, Nfs41.reply(xid).sequence().putfh().readlink(new byte[] {'x'}).message()));
    }

    List<String> asked = new ArrayList<>();
    decode(message -> asked.add(message.content().compound().orElseThrow().main().get().name()));
    List<String> onlyOfReplies = new ArrayList<>();
    decode(
        message -> {
          if (!message.rpc().orElseThrow().call()) {
            onlyOfReplies.add(message.content().compound().orElseThrow().main().get().name());
          }
        });

    assertThat(asked).hasSize(600).containsOnly("READLINK");
    assertThat(onlyOfReplies).hasSize(300).containsOnly("READLINK");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFindTheSameWhoeverDecodesTheContentFirst(boolean listenerDoes) throws IOException {
    byte[] whole = Nfs41.call(1).sequence().putfh().message().bytes();
    byte[] more = Arrays.copyOf(whole, whole.length + 4);
    rpc.call(RpcRdmaBuilder.msg(1).inline(more));

    List<Finding> findings = new ArrayList<>();
    long[] frame = new long[1];
    decode(
        message -> {
          if (listenerDoes) {
            assertThat(message.content().walk(NOBODY).end()).isEqualTo(XdrEnd.TRAILING);
          }
          frame[0] = message.sendFrame();
          findings.addAll(message.findings());
          assertThat(message.findings()).isEqualTo(findings);
        });

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).rule().name()).isEqualTo("xdr.trailing-bytes");
    assertThat(findings.get(0).frame()).isEqualTo(frame[0]);
    assertThat(findings.get(0).message())
        .contains("4 bytes after the last value (byte " + whole.length + " of the RPC message)");
  }

  @Test
  void shouldCountWhatIsFoundInContentThatNobodyAskedFor() throws IOException {
    byte[] whole = Nfs41.call(1).sequence().putfh().message().bytes();
    rpc.call(RpcRdmaBuilder.msg(1).inline(Arrays.copyOf(whole, whole.length + 4)));

    assertThat(decode(message -> {}).rules()).containsEntry("xdr.trailing-bytes", 1L);
  }

  @Test
  void shouldHaveNothingToWalkWhereTheBodyIsNotKnown() throws IOException {
    rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.getattrReply(1)));

    decode(
        message -> {
          MessageContent content = message.content();
          assertThat(content.rpc()).isPresent();
          assertThat(content.body()).isEmpty();
          assertThat(content.compound()).isEmpty();
          assertThatThrownBy(() -> content.walk(NOBODY)).isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void shouldHaveNothingIfNobodyTakesContent() {
    rpc.call(RpcRdmaBuilder.inline(1, Nfs3.getattrCall(1)));

    MessageContent content = rpc.decode().messages().get(0).content();

    assertThat(content.rpc()).isEmpty();
    assertThat(content.body()).isEmpty();
    assertThat(content.compound()).isEmpty();
  }

  private static RpcRdmaBuilder inline(XdrMessage message) {
    return RpcRdmaBuilder.inline(1, message);
  }

  /** Hands out messages whose bytes are not kept beyond that. */
  private CaptureSummary decode(Consumer<RpcMessage> listener) throws IOException {
    CaptureDecoder capture =
        new CaptureDecoder(
            rpc.capture().source(),
            CaptureOptions.DEFAULT,
            new MessageListener() {
              @Override
              public void message(RpcMessage message) {
                listener.accept(message);
              }
            });
    while (capture.decodeNext()) {
      // All of it.
    }
    return capture.finish();
  }
}
