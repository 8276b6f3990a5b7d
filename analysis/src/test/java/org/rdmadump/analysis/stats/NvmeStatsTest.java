package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;

/** What is told of the NVMe commands of one name. */
class NvmeStatsTest {
  private static final int FLUSH = 0;
  private static final int IDENTIFY = 0x06;
  private static final int ASYNCHRONOUS_EVENT_REQUEST = 0x0c;
  private static final long HOUR = 3600L * 1_000_000_000L;

  private static Conversation queue(int number) {
    return Conversation.between("192.0.2.1", "192.0.2.2")
        .port(4420)
        .connect(NvmeCapsules.privateData(number), new byte[32]);
  }

  private static List<NvmeExchange> commands(Conversation wire) {
    return NvmeDecoded.of(wire.capture().source()).commands();
  }

  @Test
  void shouldNotTakeAWaitForAnEventForASlowCommand() {
    // given a request for an event, which comes an hour later, and another command
    Conversation wire = queue(0);
    wire.client().send(NvmeCapsules.bare(ASYNCHRONOUS_EVENT_REQUEST, 1));
    wire.client().send(NvmeCapsules.bare(IDENTIFY, 2));
    wire.server().send(NvmeCapsules.response(2, 0, 0));
    wire.capture().pause(HOUR);
    wire.server().send(NvmeCapsules.response(1, 0, 0));
    NvmeStats.Collector collector = new NvmeStats.Collector();
    SlowestCalls slowest = new SlowestCalls(3, call -> "");

    for (NvmeExchange each : commands(wire)) {
      collector.add(each);
      slowest.take(each);
    }

    List<NvmeStats> found = collector.found();
    assertThat(found)
        .extracting(NvmeStats::operation)
        .containsExactly("Asynchronous Event Request", "Identify");
    assertThat(found.get(0).latencies().greatest()).isGreaterThan(HOUR);
    assertThat(NvmeStats.slowest(found)).map(NvmeExchange::identifier).contains(2);
    assertThat(slowest.commands()).extracting(NvmeExchange::identifier).containsExactly(2);
  }

  @Test
  void shouldTellSixtyFourStatusesApart() {
    // given a controller with a hundred statuses of its own
    Conversation wire = queue(1);
    for (int i = 0; i < 100; i++) {
      wire.client().send(NvmeCapsules.bare(FLUSH, i));
      wire.server().send(NvmeCapsules.response(i, 7, 100 + i));
    }
    NvmeStats.Collector collector = new NvmeStats.Collector();

    commands(wire).forEach(collector::add);

    assertThat(collector.found().get(0).failed()).isEqualTo(100);
    assertThat(collector.found().get(0).errors()).hasSize(65).containsEntry("others", 36L);
  }
}
