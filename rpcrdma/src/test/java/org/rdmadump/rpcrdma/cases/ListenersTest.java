package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.rpcrdma.CallStructure;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What a listener does not take is not kept for it, and everything else stays the same. */
class ListenersTest {
  private static final String CAPTURE = "rocev2/rocev2-nfs41-delegation.pcap";

  /** A listener that says what it takes, and keeps what it gets. */
  private static final class Taker implements MessageListener {
    final boolean content;
    final boolean exchanges;
    boolean takesMessages = true;
    boolean takesCalls = true;
    boolean takesFindings = true;
    final List<RpcMessage> messages = new ArrayList<>();
    final List<MessageOutline> outlines = new ArrayList<>();
    final List<RpcExchange> handled = new ArrayList<>();
    final List<List<Long>> connections = new ArrayList<>();

    Taker(boolean content, boolean exchanges) {
      this.content = content;
      this.exchanges = exchanges;
    }

    @Override
    public boolean takesMessages() {
      return takesMessages;
    }

    @Override
    public boolean handlesExchanges() {
      return exchanges;
    }

    @Override
    public boolean takesCalls() {
      return takesCalls;
    }

    @Override
    public boolean takesContent() {
      return content;
    }

    @Override
    public boolean takesFindings() {
      return takesFindings;
    }

    @Override
    public void message(RpcMessage message) {
      messages.add(message);
      outlines.add(message.outline());
    }

    @Override
    public void exchange(RpcExchange exchange) {
      handled.add(exchange);
    }

    @Override
    public void closed(ConnectionRecord connection) {
      connections.add(
          List.of(
              connection.calls(),
              connection.replies(),
              connection.callbacks(),
              connection.callbackReplies(),
              connection.repeats(),
              connection.errors(),
              connection.unansweredCalls(),
              connection.lastFrame(),
              connection.bytes(MovedBy.INLINE),
              connection.bytes(MovedBy.READ_CHUNK),
              connection.bytes(MovedBy.WRITE_CHUNK)));
    }

    CaptureSummary read(String capture) throws IOException {
      try (FrameSource source = RealCaptures.open(capture)) {
        return read(source);
      }
    }

    CaptureSummary read(FrameSource source) throws IOException {
      CaptureOptions options = new CaptureOptions(false, false, 64L << 20);
      CaptureDecoder decoder = new CaptureDecoder(source, options, this);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      return decoder.finish();
    }
  }

  /** Of both transports; whole ones, with loss, begun in the middle, and with odd messages. */
  private static List<String> captures() {
    return List.of(
        CAPTURE,
        "rocev2/rocev2-nfs3-basic.pcap",
        "rocev2/rocev2-odd.pcap",
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-nfs41-midstream.pcap",
        "iwarp/iwarp-nfs3-dropped-late.pcap",
        "rocev2/rocev2-nfs41-direct.pcap",
        "iwarp/iwarp-nfs41-midstream.pcap",
        "iwarp/iwarp-nfs41-loss.pcap",
        "iwarp/iwarp-odd.pcap");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHandOutAndCountTheSameWithoutExchanges(String capture) throws IOException {
    Taker all = new Taker(/* content= */ false, /* exchanges= */ true);
    Taker few = new Taker(/* content= */ false, /* exchanges= */ false);

    CaptureSummary ofAll = all.read(capture);
    CaptureSummary ofFew = few.read(capture);

    assertThat(all.handled).isNotEmpty();
    assertThat(few.handled).isEmpty();
    assertThat(few.outlines).isEqualTo(all.outlines);
    assertThat(ofFew).usingRecursiveComparison().isEqualTo(ofAll);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldCountTheSameWithoutMessages(String capture) throws IOException {
    Taker all = new Taker(/* content= */ false, /* exchanges= */ false);
    Taker none = new Taker(/* content= */ false, /* exchanges= */ false);
    none.takesMessages = false;

    CaptureSummary ofAll = all.read(capture);
    CaptureSummary ofNone = none.read(capture);

    assertThat(all.messages).isNotEmpty();
    assertThat(none.messages).isEmpty();
    assertThat(ofNone).usingRecursiveComparison().isEqualTo(ofAll);
    assertThat(none.connections).isNotEmpty().isEqualTo(all.connections);
  }

  @Test
  void shouldHandOutTheSameContentWithoutExchanges() throws IOException {
    Taker all = new Taker(/* content= */ true, /* exchanges= */ true);
    Taker few = new Taker(/* content= */ true, /* exchanges= */ false);

    CaptureSummary ofAll = all.read(CAPTURE);
    CaptureSummary ofFew = few.read(CAPTURE);

    assertThat(few.outlines).isEqualTo(all.outlines);
    assertThat(few.messages)
        .extracting(RpcMessage::status)
        .isEqualTo(all.messages.stream().map(RpcMessage::status).toList());
    assertThat(ofFew).usingRecursiveComparison().isEqualTo(ofAll);
  }

  @Test
  void shouldJudgeNoContentWhereNobodyTakesFindings() throws IOException {
    Taker all = new Taker(/* content= */ true, /* exchanges= */ true);
    Taker few = new Taker(/* content= */ true, /* exchanges= */ true);
    few.takesFindings = false;

    CaptureSummary ofAll = all.read("rocev2/rocev2-odd.pcap");
    CaptureSummary ofFew = few.read("rocev2/rocev2-odd.pcap");

    assertThat(few.outlines).isEqualTo(all.outlines);
    assertThat(ofFew.calls()).isEqualTo(ofAll.calls());
    Map<String, Long> rules = new TreeMap<>(ofAll.rules());
    assertThat(rules.remove("xdr.bad-length")).isPositive();
    assertThat(ofFew.rules()).isNotEmpty().isEqualTo(rules);
  }

  @Test
  void shouldKeepACallAsItIsUnlessSomethingIsSaidOfIt() {
    List<RpcMessage> messages = RealCaptures.decode("rocev2/rocev2-odd.pcap").messages();
    RpcMessage plain = first(messages, true);
    RpcMessage noted = first(messages, false);

    RpcMessage keptPlain = plain.shortened(kept(plain));
    RpcMessage keptNoted = noted.shortened(kept(noted));

    assertThat(keptPlain).isSameAs(plain);
    assertThat(keptNoted.findings()).isEmpty();
    assertThat(keptNoted.outline()).isEqualTo(noted.outline());
    assertThat(keptNoted.stream().length()).isEqualTo(noted.stream().length());
  }

  private static CallStructure kept(RpcMessage message) {
    return CallStructure.of(message.content(), message.stream(), /* digests= */ false);
  }

  private static RpcMessage first(List<RpcMessage> messages, boolean plain) {
    return messages.stream()
        .filter(message -> message.rpc().isPresent() && message.stream().length() > 0)
        .filter(message -> message.readChunks().isEmpty() && message.transfers().isEmpty())
        .filter(message -> message.findings().isEmpty() == plain)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldKeepTheCallForItsReplyWhileAnythingOfItIsTaken() throws IOException {
    Taker content = new Taker(/* content= */ true, /* exchanges= */ false);
    Taker exchanges = new Taker(/* content= */ false, /* exchanges= */ true);
    Taker neither = new Taker(/* content= */ false, /* exchanges= */ false);

    content.read(CAPTURE);
    exchanges.read(CAPTURE);
    neither.read(CAPTURE);

    assertThat(replies(content)).isNotEmpty().allMatch(reply -> reply.call().isPresent());
    assertThat(replies(exchanges)).isNotEmpty().allMatch(reply -> reply.call().isPresent());
    assertThat(replies(neither))
        .isNotEmpty()
        .allMatch(reply -> reply.call().isEmpty())
        .allMatch(reply -> reply.rpc().orElseThrow().callNumber().isPresent());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNameTheFilesOfAReplyThatCameAgainEvenWithoutItsCall(boolean exchanges)
      throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    rpc.call(inline(7, Nfs3.symlinkCall(7, 12, Pattern.of(7, 20))));
    rpc.reply(inline(7, Nfs3.readError(7)));
    rpc.reply(inline(7, Nfs3.readError(7)));
    Taker all = new Taker(/* content= */ true, exchanges);
    Taker few = new Taker(/* content= */ true, exchanges);
    few.takesCalls = false;

    all.read(rpc.capture().source());
    few.read(rpc.capture().source());

    assertThat(few.outlines).hasSize(3).isEqualTo(all.outlines);
    assertThat(all.messages)
        .extracting(each -> each.call().isPresent())
        .containsExactly(false, true, true);
    assertThat(few.messages)
        .extracting(each -> each.call().isPresent())
        .containsExactly(false, true, false);
    assertThat(paths(few)).doesNotContain("").hasSize(3).isEqualTo(paths(all));
    assertThat(few.handled).allMatch(each -> each.call().isPresent()).hasSameSizeAs(all.handled);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldNameTheFilesOfExchangesAlsoWhereNobodyTakesNamesOfMessages(String capture)
      throws IOException {
    Taker all = new Taker(/* content= */ true, /* exchanges= */ true);
    Taker few = new Taker(/* content= */ true, /* exchanges= */ true);
    few.takesMessages = false;

    all.read(capture);
    few.read(capture);

    assertThat(few.handled).hasSameSizeAs(all.handled);
    for (int i = 0; i < all.handled.size(); i++) {
      RpcExchange whole = all.handled.get(i);
      RpcExchange waited = few.handled.get(i);
      assertThat(text(waited.names())).as("exchange %d", i).isEqualTo(text(whole.names()));
      assertThat(ofCall(waited)).as("call of exchange %d", i).isEqualTo(ofCall(whole));
    }
    boolean named = few.handled.stream().anyMatch(exchange -> !exchange.names().isEmpty());
    assertThat(named).isEqualTo(!capture.endsWith("odd.pcap"));
  }

  private static String ofCall(RpcExchange exchange) {
    return exchange.call().map(call -> text(call.content().names())).orElse("");
  }

  private static List<String> paths(Taker of) {
    return of.messages.stream().map(message -> text(message.content().names())).toList();
  }

  private static String text(FileNames names) {
    return names.path().map(FilePath::text).orElse("");
  }

  private static List<RpcMessage> replies(Taker of) {
    return of.messages.stream()
        .filter(message -> message.rpc().isPresent() && !message.rpc().get().call())
        .toList();
  }
}
