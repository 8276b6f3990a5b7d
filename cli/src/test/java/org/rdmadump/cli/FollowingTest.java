package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

class FollowingTest {
  private final Interruption interruption = new Interruption();
  private final Following following = new Following(interruption);
  private final Flushes flushes = new Flushes();

  /** Counts how often output was passed on. */
  private static final class Flushes implements RecordWriter {
    private int count;

    @Override
    public void begin() {}

    @Override
    public void message(RpcMessage message) {}

    @Override
    public void nvme(NvmeExchange exchange) {}

    @Override
    public void exchange(RpcExchange exchange) {}

    @Override
    public void flush() {
      count++;
    }

    @Override
    public void end() {}
  }

  @Test
  void shouldPassOnWhatWasPrintedBeforeEveryPause() {
    following.passesOn(flushes);

    assertThat(following.pause()).isTrue();
    assertThat(following.pause()).isTrue();
    assertThat(flushes.count).isEqualTo(2);
  }

  @Test
  void shouldLeaveTheOutputAloneWhenAnotherThreadWaits() {
    // given the thread that inflates a compressed capture, while records are printed
    following.passesOn(flushes);

    assertThat(CompletableFuture.supplyAsync(following::pause).join()).isTrue();
    assertThat(flushes.count).isZero();
  }

  @Test
  void shouldEndWhenTheUserWantsToStop() {
    interruption.request();

    assertThat(following.pause()).isFalse();
  }
}
