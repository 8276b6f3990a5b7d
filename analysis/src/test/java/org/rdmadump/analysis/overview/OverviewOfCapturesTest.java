package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.ForwardingListener;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.stats.CountedCallListener;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What must hold of the first page about every capture, whatever a filter chooses. */
class OverviewOfCapturesTest {
  /** The first page, and the findings that count on it. */
  private record Page(Overview overview, List<CheckFinding> findings) {}

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  private static Page everything(Path capture) throws IOException {
    return page(capture, /* everything= */ true, any -> true);
  }

  private static Page chosen(Path capture, Predicate<RpcExchange> filter) throws IOException {
    return page(capture, /* everything= */ false, filter);
  }

  private static Page page(Path capture, boolean everything, Predicate<RpcExchange> filter)
      throws IOException {
    List<CheckFinding> findings = new ArrayList<>();
    OverviewCollector collector =
        new OverviewCollector(() -> 0, everything, CountedCallListener.NONE, findings::add);
    ForwardingListener chosen =
        new ForwardingListener() {
          @Override
          public MessageListener to() {
            return collector;
          }

          @Override
          public void exchange(RpcExchange exchange) {
            collector.exchange(exchange, filter.test(exchange));
          }
        };
    try (FrameSource source = CaptureFile.open(capture)) {
      CaptureSummary summary =
          new CaptureDecoder(source, CaptureOptions.DEFAULT, chosen).decodeAll();
      Overview overview =
          collector.overview(
              List.of(capture.toString()),
              summary,
              /* readToEnd= */ true,
              OptionalLong.empty(),
              any -> true);
      return new Page(overview, findings);
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldFindNothingInChosenCallsThatIsNotFoundInAll(Path capture) throws IOException {
    Page all = everything(capture);
    List<Predicate<RpcExchange>> filters =
        List.of(
            OverviewOfCapturesTest::isCallback,
            each -> each.xid() % 2 == 0,
            each -> each.reply().isEmpty(),
            each -> each.connection() > 1);

    for (Predicate<RpcExchange> filter : filters) {
      assertThat(chosen(capture, filter).findings()).isSubsetOf(all.findings());
    }
  }

  /** Repeats of calls, and replies that their receiver refused, are of the exchange of the call. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldFindTheSameInAllCallsAsWithoutAFilter(Path capture) throws IOException {
    Set<Integer> ofExchanges = new HashSet<>();
    Page all = everything(capture);
    Page chosen =
        chosen(
            capture,
            exchange -> {
              ofExchanges.add(exchange.xid());
              return true;
            });

    assertThat(chosen.findings())
        .containsAll(
            all.findings().stream()
                .filter(each -> each.xid().isPresent())
                .filter(each -> ofExchanges.contains(each.xid().getAsInt()))
                .toList());
    assertThat(chosen.overview().silence()).isEqualTo(all.overview().silence());
  }

  private static boolean isCallback(RpcExchange exchange) {
    return exchange.call().filter(it -> it.direction() == Direction.BACKWARD).isPresent();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldBeBusyNoLongerThanCallsWaited(Path capture) throws IOException {
    TimeUse time = everything(capture).overview().time();

    assertThat(time.busy()).isLessThanOrEqualTo(time.waited() + time.unanswered());
  }
}
