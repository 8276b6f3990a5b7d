package org.rdmadump.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.report.json.StatsJsonWriter;
import org.rdmadump.report.table.StatsCsvWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Which of many connections have a place in statistics, and whether a filter chose calls. */
class PlacesOfConnectionsTest {
  private static final int MOST = 2048;
  private static final int CHOSEN = 0x777;

  private final Capture capture = new Capture();
  private final List<RpcConversation> connections = new ArrayList<>();

  /** Connections, each with a call that is not chosen. */
  private void connect(int count) {
    for (int i = 0; i < count; i++) {
      int id = connections.size();
      RpcConversation next =
          RpcConversation.over(
              Conversation.between("192.168.77.2", "192.168.77.1"), wire -> wire.on(capture));
      next.wire().communicationIds(0x0c000001 + id, 0x0d000001 + id);
      next.client().qpn(0x11 + id);
      next.server().qpn(0x11 + id);
      next.wire().connect();
      connections.add(next);
      exchange(id, 1);
    }
  }

  private void exchange(int connection, int xid) {
    connections.get(connection).call(inline(xid, Nfs3.nullCall(xid)));
    connections.get(connection).reply(inline(xid, Nfs3.nullReply(xid)));
  }

  private void choose(int connection) {
    exchange(connection, CHOSEN);
  }

  private StatsReport report(boolean filtered) throws IOException {
    Statistics statistics = new Statistics(() -> 0, Optional.empty(), !filtered, Optional.empty());
    CaptureDecoder decoder =
        new CaptureDecoder(
            capture.source(),
            new CaptureOptions(false, false, 1L << 30),
            filtered ? new Chosen(statistics) : statistics);
    boolean more = true;
    while (more) {
      more = decoder.decodeNext();
    }
    return statistics.report(decoder.finish());
  }

  /** Passes on the exchanges of one XID alone, as a filter does. */
  private record Chosen(Statistics statistics) implements MessageListener {
    @Override
    public void message(RpcMessage message) {
      statistics.message(message);
    }

    @Override
    public void exchange(RpcExchange exchange) {
      if (exchange.xid() == CHOSEN) {
        statistics.exchange(exchange);
      }
    }

    @Override
    public void opened(ConnectionRecord connection) {
      statistics.opened(connection);
    }

    @Override
    public void closed(ConnectionRecord connection) {
      statistics.closed(connection);
    }
  }

  /** Their numbers from 0 on. */
  private static List<Integer> places(StatsReport report) {
    List<Integer> places = new ArrayList<>();
    for (ConnectionStats each : report.connections()) {
      places.add(each.record().index().orElseThrow() - 1);
    }
    return places;
  }

  @Test
  void shouldCountTheConnectionsForWhichThereIsNoPlace() throws IOException {
    connect(MOST + 3);

    StatsReport report = report(/* filtered= */ false);
    assertThat(places(report)).hasSize(MOST).contains(0).doesNotContain(MOST);
    assertThat(report.otherConnections()).isEqualTo(3);
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    new StatsJsonWriter(json, /* array= */ false).write(report);
    assertThat(json.toString(StandardCharsets.UTF_8).lines())
        .containsOnlyOnce("{\"record\":\"more_connections\",\"format\":2,\"count\":3}");
    ByteArrayOutputStream csv = new ByteArrayOutputStream();
    new StatsCsvWriter(csv).write(report);
    assertThat(csv.toString(StandardCharsets.UTF_8))
        .contains("\n\nrecord,count\nmore_connections,3\n\nrecord,protocol,op,");
  }

  @Test
  void shouldNotTellOfMoreConnectionsWhereThereAreNone() throws IOException {
    connect(1);

    StatsReport report = report(/* filtered= */ false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new StatsJsonWriter(out, /* array= */ false).write(report);
    new StatsCsvWriter(out).write(report);
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("more_connections");
  }

  @Test
  void shouldGiveThePlacesOfOpenConnectionsToThoseThatAreChosen() throws IOException {
    // Given calls that are chosen, of a connection that never had a place, and of the one whose
    // place that took
    connect(MOST + 3);
    choose(MOST + 2);
    choose(0);

    StatsReport report = report(/* filtered= */ true);
    assertThat(places(report)).containsExactly(0, MOST + 2);
    assertThat(report.otherConnections()).isZero();
  }

  @Test
  void shouldGiveThePlacesOfEndedConnectionsToThoseThatCome() throws IOException {
    connect(MOST);
    connections.forEach(each -> each.wire().disconnect());
    connect(2);
    choose(MOST + 1);

    StatsReport report = report(/* filtered= */ true);
    assertThat(places(report)).containsExactly(MOST + 1);
  }

  @Test
  void shouldTakeNoPlaceFromAConnectionThatIsChosen() throws IOException {
    // Given a connection more of which a call is chosen than there are places
    connect(MOST + 1);
    for (int i = 0; i <= MOST; i++) {
      choose(i);
    }

    StatsReport report = report(/* filtered= */ true);
    assertThat(places(report)).hasSize(MOST).doesNotContain(MOST);
    assertThat(report.otherConnections()).isEqualTo(1);
  }

  @Test
  void shouldCountAConnectionWithoutAPlaceOnceHoweverOftenItIsChosen() throws IOException {
    connect(MOST + 1);
    for (int i = 0; i <= MOST; i++) {
      choose(i);
    }
    // given places of connections that ended by then
    connections.get(0).wire().disconnect();
    connections.get(1).wire().disconnect();
    choose(MOST);
    connections.get(MOST).wire().disconnect();

    StatsReport report = report(/* filtered= */ true);
    assertThat(places(report)).hasSize(MOST).contains(0, 1).doesNotContain(MOST);
    assertThat(report.otherConnections()).isEqualTo(1);
  }

  @Test
  void shouldKeepAConnectionThatIsChosenBehindItsEnd() throws IOException {
    connect(1);
    choose(0);
    connections.get(0).wire().disconnect();
    connect(MOST + 1);

    assertThat(places(report(/* filtered= */ true))).containsExactly(0);
  }
}
