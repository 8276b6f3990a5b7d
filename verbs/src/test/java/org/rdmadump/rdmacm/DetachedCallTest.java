package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.AsynchronousCloseException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls of librdmacm that nothing ends, over a stand-in that lets them go on when it is told to:
 * who waits for one gives up at once, and what it makes later is destroyed.
 */
@Timeout(60)
class DetachedCallTest {
  private static final int PATIENCE_SECONDS = 20;

  @TempDir Path folder;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private FakeCm fake;
  private RdmaCm cm;
  private AddressInfoList addresses;

  @BeforeEach
  void open() throws Exception {
    fake = FakeCm.in(folder);
    cm = RdmaCm.open();
    addresses = cm.getAddressInfo("127.0.0.1", "1", AddressHints.ACTIVE);
  }

  @AfterEach
  void shouldHaveLeftNothing() throws Exception {
    cm.close();
    fake.heal();
    for (Thread each : detached()) {
      each.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
    assertThat(detached()).isEmpty();
    assertThat(cm.closingFailures()).isEmpty();
    fake.shouldBeLeftClean();
    FakeCm.forget();
    threads.shutdownNow();
  }

  /** Threads of calls that have not ended. */
  private static List<Thread> detached() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("rdma_"))
        .toList();
  }

  /** The calls that nothing ends. */
  private enum Deaf {
    CREATE_EP("rdma_create_ep"),
    GETADDRINFO("rdma_getaddrinfo");

    private final String function;

    Deaf(String function) {
      this.function = function;
    }
  }

  private Callable<Resource> call(Deaf which) {
    return which == Deaf.CREATE_EP
        ? () -> cm.createEndpoint(addresses, ConnectedPair.ATTRIBUTES)
        : () -> cm.getAddressInfo("127.0.0.1", "1", AddressHints.ACTIVE);
  }

  private interface End {
    void of(Thread waiting);
  }

  /** The call goes on in vain until the stand-in is told otherwise, which is after the wait. */
  private void shouldEnd(Deaf which, End end, String expected) throws Exception {
    fake.block(which.function);
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    Future<String> outcome =
        threads.submit(
            () -> {
              waiting.complete(Thread.currentThread());
              try {
                call(which).call();
                return "returned";
              } catch (InterruptedException | AsynchronousCloseException e) {
                return e.toString();
              }
            });
    while (detached().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }

    end.of(waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS));

    assertThat(outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(expected);
    assertThat(detached()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndByInterrupt(Deaf which) throws Exception {
    shouldEnd(
        which,
        Thread::interrupt,
        "java.lang.InterruptedException: " + which.function + " was waited for");

    fake.heal();
    assertThat(call(which).call().isClosed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndWhenTheLibrariesAreClosed(Deaf which) throws Exception {
    shouldEnd(which, thread -> cm.close(), "java.nio.channels.AsynchronousCloseException");
  }

  @Test
  void shouldEndWhenTheListOfAddressesIsClosed() throws Exception {
    shouldEnd(
        Deaf.CREATE_EP,
        thread -> addresses.close(),
        "java.nio.channels.AsynchronousCloseException");
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotBeginInAThreadThatIsInterrupted(Deaf which) {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> call(which).call())
        .isInstanceOf(InterruptedException.class)
        .hasMessage(which.function + " was not begun");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void shouldHaveAQueuePairOfTheTypeOfTheAddresses() throws Exception {
    RdmaCmId id =
        cm.createEndpoint(addresses, QueuePairAttributes.datagrams(QueuePairCapabilities.of(4, 4)));

    assertThat(id.queuePair().orElseThrow().type())
        .isEqualTo(addresses.first().orElseThrow().type());
  }
}
