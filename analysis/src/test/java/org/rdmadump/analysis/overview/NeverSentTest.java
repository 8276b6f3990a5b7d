package org.rdmadump.analysis.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/** Replies that seemed to be missing until the call was sent again. */
class NeverSentTest {
  private final NeverSent seen = new NeverSent();

  private void unanswered(int number, Rule why) {
    RpcExchange alone =
        Sample.exchange(Optional.of(Sample.call().number(number)), Optional.empty());
    seen.add(
        new RpcExchange(
            alone.xid(),
            alone.connection(),
            alone.call(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(new Finding(why, 12, -1, ""))),
        /* isChosen= */ true);
  }

  private Optional<NeverSent.Doubt> repeat(int number, int first, Rule told) {
    Sample call = Sample.call().number(number).repeatOf(first);
    return seen.add(call.findings(new Finding(told, 12, -1, "")).message());
  }

  @Test
  void shouldCountWhatTheRepeatOfACallTells() {
    unanswered(1, RpcRdmaRules.REPLY_NOT_CAPTURED);
    Optional<NeverSent.Doubt> told = repeat(2, 1, RpcRdmaRules.NO_REPLY);

    assertThat(seen.replies()).isEqualTo(1);
    assertThat(told)
        .contains(new NeverSent.Doubt(1, Sample.TIME, Direction.FORWARD, /* isChosen= */ true));
  }

  @Test
  void shouldCountItWhicheverComesFirst() {
    repeat(2, 1, RpcRdmaRules.NO_REPLY);
    unanswered(1, RpcRdmaRules.REPLY_NOT_CAPTURED);

    assertThat(seen.replies()).isEqualTo(1);
  }

  @Test
  void shouldNotCountACallOfWhichNothingIsKnown() {
    unanswered(1, RpcRdmaRules.REPLY_NOT_CAPTURED);
    unanswered(3, RpcRdmaRules.IN_FLIGHT_AT_END);
    repeat(2, 1, RpcRdmaRules.REPEATED);
    repeat(4, 3, RpcRdmaRules.NO_REPLY);

    assertThat(seen.replies()).isZero();
  }
}
