package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls that librdmacm itself waits in, to an address that no machine has, and for a name that
 * nobody answers about: who waits is free at once, and later nothing is left of them.
 */
@Tag("rdma")
@Timeout(120)
class DetachedCallLabTest {
  private static final int ASLEEP_MILLIS = 300;

  /** Much less than librdmacm's two seconds for an address. */
  private static final int SOON_MILLIS = 1200;

  private static final int PATIENCE_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private RdmaCm cm;
  private long files;

  @BeforeEach
  void open() throws Exception {
    files = countFiles();
    cm = RdmaCm.open();
  }

  @AfterEach
  void shouldHaveLeftNothing() throws Exception {
    cm.close();
    for (Thread each : detached()) {
      each.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
    assertThat(detached()).isEmpty();
    assertThat(cm.closingFailures()).isEmpty();
    assertThat(countFiles()).isEqualTo(files);
    threads.shutdownNow();
  }

  private static long countFiles() throws Exception {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  private static List<Thread> detached() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("rdma_"))
        .toList();
  }

  private AddressInfoList nobody() throws Exception {
    return cm.getAddressInfo(
        Lab.NOBODY, "7471", AddressHints.ACTIVE.withFlags(AddressHints.NUMERIC_HOST));
  }

  private interface End {
    void of(Thread waiting);
  }

  private void shouldEndSoon(Callable<?> call, Class<? extends Exception> expected, End end)
      throws Exception {
    Thread[] waiting = new Thread[1];
    Future<?> ended =
        threads.submit(
            () -> {
              waiting[0] = Thread.currentThread();
              assertThatThrownBy(call::call).isInstanceOf(expected);
            });
    TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);
    assertThat(ended.isDone()).isFalse();

    end.of(waiting[0]);

    ended.get(SOON_MILLIS, TimeUnit.MILLISECONDS);
    assertThat(detached()).isNotEmpty();
  }

  @Test
  void shouldEndTheWaitForAnEndPointByInterrupt() throws Exception {
    AddressInfoList addresses = nobody();

    shouldEndSoon(
        () -> cm.createEndpoint(addresses, ConnectedPair.ATTRIBUTES),
        InterruptedException.class,
        Thread::interrupt);
  }

  @Test
  void shouldEndTheWaitForAnEndPointByClosing() throws Exception {
    AddressInfoList addresses = nobody();

    shouldEndSoon(
        () -> cm.createEndpoint(addresses), AsynchronousCloseException.class, thread -> cm.close());
  }

  @Test
  void shouldEndTheWaitForANameByInterrupt() throws Exception {
    shouldEndSoon(
        () -> cm.getAddressInfo("nobody.example", "1", AddressHints.ACTIVE),
        InterruptedException.class,
        Thread::interrupt);
  }

  @Test
  void shouldEndTheWaitForANameByClosing() throws Exception {
    shouldEndSoon(
        () -> cm.getAddressInfo("nobody.example", "1", AddressHints.ACTIVE),
        AsynchronousCloseException.class,
        thread -> cm.close());
  }
}
