package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * rdma_connect to a host that takes what is sent and answers nothing: Soft-iWARP waits for TCP
 * within the call, for two minutes. Interrupt and close end it at once.
 */
@Tag("rdma")
@Timeout(100)
class ConnectWaitLabTest {
  private static final int ASLEEP_MILLIS = 1000;

  /** Much less than TCP takes to give up. */
  private static final int PATIENCE_SECONDS = 30;

  private static final InetSocketAddress SILENT = new InetSocketAddress("192.168.77.66", 7471);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private RdmaCm cm;

  @BeforeEach
  void open() throws Exception {
    Process neighbour =
        new ProcessBuilder(
                "ip",
                "neigh",
                "replace",
                "192.168.77.66",
                "lladdr",
                "02:00:00:00:00:66",
                "dev",
                "eth0",
                "nud",
                "permanent")
            .redirectErrorStream(true)
            .start();
    String said = new String(neighbour.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(neighbour.waitFor()).as(said).isZero();
    cm = RdmaCm.open();
  }

  @AfterEach
  void close() {
    cm.close();
    threads.shutdownNow();
    assertThat(cm.closingFailures()).isEmpty();
  }

  private RdmaCmId resolved() throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(SILENT, Lab.MILLIS);
    id.resolveRoute(Lab.MILLIS);
    id.createQueuePair(ConnectedPair.ATTRIBUTES);
    return id;
  }

  private interface End {
    void of(Thread waiting, RdmaCmId id);
  }

  private void shouldEnd(RdmaCmId id, End end, Class<? extends Exception> expected)
      throws Exception {
    Thread[] waiting = new Thread[1];
    Future<?> ended =
        threads.submit(
            () -> {
              waiting[0] = Thread.currentThread();
              assertThatThrownBy(() -> id.connect(ConnectionParameters.DEFAULT))
                  .isInstanceOf(expected);
            });
    TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);
    assertThat(ended.isDone()).isFalse();

    end.of(waiting[0], id);

    ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void shouldEndByInterrupt() throws Exception {
    shouldEnd(resolved(), (waiting, id) -> waiting.interrupt(), InterruptedException.class);
  }

  @Test
  void shouldEndByClosing() throws Exception {
    shouldEnd(resolved(), (waiting, id) -> id.close(), AsynchronousCloseException.class);
  }

  @Test
  void shouldEndByInterruptWithEventsElsewhere() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId id = resolved();
    id.migrate(channel);
    if (Lab.isIwarp()) {
      shouldEnd(id, (waiting, of) -> waiting.interrupt(), InterruptedException.class);
    } else {
      id.connect(ConnectionParameters.DEFAULT);
      id.close();
    }
  }
}
