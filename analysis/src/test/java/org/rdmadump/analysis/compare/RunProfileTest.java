package org.rdmadump.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** What is taken in of a run, with a filter and without. */
class RunProfileTest {
  private static final RuleSelection ALL = new RuleSelection(List.of(), List.of());
  private static final String NFS = "rocev2/rocev2-nfs41-loss.pcap";
  private static final String NVME = "verbs/siw-nvme.pcap";

  private static CaptureSummary run(String capture, MessageListener listener) throws IOException {
    try (FrameSource source =
        CaptureFile.open(Path.of("..", "testdata", "captures").resolve(capture))) {
      CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, listener);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      return decoder.finish();
    }
  }

  private static RunReport profile(
      String capture, RuleSelection rules, Optional<Filter<RpcExchange>> filter)
      throws IOException {
    RunProfile profile = new RunProfile(() -> 0L, rules, filter);
    CaptureSummary summary = run(capture, profile);
    return profile.report(List.of(capture), /* whole= */ true, summary);
  }

  private static Map<String, Long> checked(String capture) throws IOException {
    CaptureCheck check = new CaptureCheck(ALL, Optional.empty(), finding -> {});
    CaptureSummary summary = run(capture, check);
    return check.end(summary, /* whole= */ true).summary().rules();
  }

  @ParameterizedTest
  @ValueSource(strings = {NFS, NVME, "verbs/rxe-nvme.pcap", "verbs/rxe-perftest.pcap"})
  void shouldCountTheFindingsOfCheck(String capture) throws IOException {
    assertThat(profile(capture, ALL, Optional.empty()).rules()).isEqualTo(checked(capture));
  }

  @Test
  void shouldCountFindingsAboutConnectionsWithoutRpc() throws IOException {
    assertThat(profile(NVME, ALL, Optional.empty()).rules())
        .containsKey("connection.retransmissions");
    RuleSelection others = new RuleSelection(List.of(), List.of("connection.*"));
    assertThat(profile(NVME, others, Optional.empty()).rules().keySet())
        .noneMatch(rule -> rule.startsWith("connection."));
  }

  @Test
  void shouldTakeInWhatAFilterChooses() throws IOException, FilterException {
    Filter<RpcExchange> writes =
        Filter.of("call.nfs.main_operation == WRITE", ExchangeFields.registry());

    RunReport all = profile(NFS, ALL, Optional.empty());
    RunReport chosen = profile(NFS, ALL, Optional.of(writes));

    assertThat(chosen.operations()).hasSize(1);
    assertThat(chosen.operations().get(0).calls())
        .isEqualTo(
            all.operations().stream()
                .filter(each -> each.key().equals(chosen.operations().get(0).key()))
                .findFirst()
                .orElseThrow()
                .calls())
        .isPositive();
    assertThat(chosen.amounts()).containsOnlyKeys(chosen.operations().get(0).key());
    // They may be about calls that it does not choose.
    assertThat(chosen.rules()).isEmpty();
    assertThat(all.rules()).isNotEmpty();
  }
}
