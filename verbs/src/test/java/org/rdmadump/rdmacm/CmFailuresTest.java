package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.Errno;
import org.rdmadump.verbs.SendFlags;

/**
 * Calls of librdmacm and libibverbs that fail, over the stand-in: what is said, and what is left.
 */
@Timeout(60)
class CmFailuresTest {
  private static final int MANY = 5000;

  @TempDir Path folder;

  private FakeCm fake;

  @BeforeEach
  void use() throws Exception {
    fake = FakeCm.in(folder);
  }

  @AfterEach
  void forget() {
    FakeCm.forget();
  }

  /** What makes each call, after all that goes before it. */
  private interface Use {
    void of(RdmaCm cm, FakeCm fake) throws Exception;
  }

  private static RdmaCmId bound(RdmaCm cm) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(FakeCm.address(1), 100);
    return id;
  }

  private static void work(RdmaCm cm, FakeCm fake, String failing) throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0));
    MemoryRegion region = pair.client.registerMessages(ByteBuffer.allocateDirect(10));
    fake.fail(failing, Errno.ENOMEM);
    pair.clientQueues.postReceive(1, region, 0, 10);
    pair.serverQueues.postReceive(1, region, 0, 10);
    pair.clientQueues.postSend(2, region, 0, 10, SendFlags.SIGNALED);
    pair.clientQueues.awaitSends(new WorkCompletions(1));
    pair.clientQueues.awaitReceives(new WorkCompletions(1), 1);
  }

  private static Use failing(String call, Use use) {
    return (cm, fake) -> {
      fake.fail(call, Errno.ENOMEM);
      use.of(cm, fake);
    };
  }

  /** Of each call, what makes it and nothing that fails before. */
  private static Map<String, Use> uses() {
    return Map.ofEntries(
        use("rdma_create_event_channel", (cm, fake) -> cm.createEventChannel()),
        use("rdma_create_id", (cm, fake) -> cm.createId(PortSpace.TCP)),
        use("rdma_getaddrinfo", (cm, fake) -> addresses(cm)),
        use("rdma_create_ep", (cm, fake) -> cm.createEndpoint(addresses(cm))),
        use("rdma_get_devices", (cm, fake) -> cm.getDevices()),
        use("ibv_create_comp_channel", (cm, fake) -> device(cm).createCompletionChannel()),
        use("ibv_create_cq", (cm, fake) -> device(cm).createCompletionQueue(4)),
        use("ibv_query_device", (cm, fake) -> device(cm).attributes()),
        use("ibv_query_port", (cm, fake) -> device(cm).port(1)),
        use("ibv_query_gid", (cm, fake) -> device(cm).gid(1, 0)),
        use("ibv_get_async_event", (cm, fake) -> device(cm).getAsyncEvent(0)),
        use("ibv_modify_srq", (cm, fake) -> shared(cm).setLimit(1)),
        use("ibv_query_srq", (cm, fake) -> shared(cm).limit()),
        use("ibv_query_qp", (cm, fake) -> joined(cm).queuePair().orElseThrow().state()),
        use("ibv_alloc_pd", (cm, fake) -> cm.getDevices().createProtectionDomain("fake0")),
        use("rdma_bind_addr", (cm, fake) -> cm.createId(PortSpace.TCP).bindAddress(at(0))),
        use("rdma_set_option", (cm, fake) -> bound(cm).setOption(new RdmaOption.TypeOfService(1))),
        use("rdma_resolve_addr", (cm, fake) -> bound(cm)),
        use("rdma_resolve_route", (cm, fake) -> bound(cm).resolveRoute(1)),
        use("rdma_listen", (cm, fake) -> bound(cm).listen(1)),
        use("rdma_connect", (cm, fake) -> ConnectedPair.over(cm, at(0))),
        use("rdma_get_request", (cm, fake) -> ConnectedPair.over(cm, at(0))),
        use("rdma_accept", (cm, fake) -> ConnectedPair.over(cm, at(0))),
        use("rdma_create_qp", (cm, fake) -> ConnectedPair.over(cm, at(0))),
        use("rdma_reject", (cm, fake) -> bound(cm).reject(new byte[3])),
        use("rdma_establish", (cm, fake) -> bound(cm).establish()),
        use("rdma_disconnect", (cm, fake) -> bound(cm).disconnect()),
        use("rdma_notify", (cm, fake) -> bound(cm).notifyOf(AsyncEventType.SQ_DRAINED)),
        use("rdma_get_remote_ece", (cm, fake) -> bound(cm).remoteEce()),
        use("rdma_set_local_ece", (cm, fake) -> bound(cm).setLocalEce(new Ece(1, 1))),
        use("rdma_migrate_id", (cm, fake) -> bound(cm).migrate(cm.createEventChannel())),
        use("rdma_get_cm_event", (cm, fake) -> cm.createEventChannel().getEvent()),
        use("rdma_join_multicast", (cm, fake) -> bound(cm).joinMulticast(group())),
        use("rdma_create_srq", (cm, fake) -> bound(cm).createSharedReceiveQueue(1, 1)),
        use("ibv_reg_mr", (cm, fake) -> bound(cm).registerMessages(ByteBuffer.allocateDirect(1))),
        use("ibv_post_recv", (cm, fake) -> work(cm, fake, "ibv_post_recv")),
        use("ibv_post_send", (cm, fake) -> work(cm, fake, "ibv_post_send")),
        use("ibv_poll_cq", (cm, fake) -> work(cm, fake, "ibv_poll_cq")),
        use("ibv_req_notify_cq", (cm, fake) -> work(cm, fake, "ibv_req_notify_cq")));
  }

  private static Map.Entry<String, Use> use(String call, Use use) {
    return Map.entry(
        call, call.startsWith("ibv_po") || call.startsWith("ibv_req") ? use : failing(call, use));
  }

  private static DeviceContext device(RdmaCm cm) throws Exception {
    return cm.getDevices().device("fake0");
  }

  private static SharedReceiveQueue shared(RdmaCm cm) throws Exception {
    return bound(cm).createSharedReceiveQueue(1, 1);
  }

  private static InetSocketAddress at(int port) {
    return FakeCm.address(port);
  }

  private static InetAddress group() throws Exception {
    return InetAddress.getByName("239.77.0.1");
  }

  private static AddressInfoList addresses(RdmaCm cm) throws Exception {
    return cm.getAddressInfo("127.0.0.1", "1", AddressHints.ACTIVE);
  }

  private static @Nullable Throwable failure(RdmaCm cm, FakeCm fake, Use use) {
    Throwable thrown = catchThrowable(() -> use.of(cm, fake));
    return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
  }

  /** Each call in turn is the one that fails, until nothing is left of any. */
  @Test
  void shouldSayWhichCallFailedAndLeaveNothing() throws Exception {
    for (Map.Entry<String, Use> each : uses().entrySet()) {
      @Nullable Throwable thrown;
      try (RdmaCm cm = RdmaCm.open()) {
        thrown = failure(cm, fake, each.getValue());
      }
      fake.heal();
      // Who waits for the other side is told that it is gone.
      boolean isOfOther = List.of("rdma_get_request", "rdma_accept").contains(each.getKey());
      assertThat(thrown).as(each.getKey()).isInstanceOf(RdmaException.class);
      if (!isOfOther) {
        assertThat(thrown)
            .as(each.getKey())
            .hasMessageStartingWith(
                each.getKey()
                    + (each.getKey().equals("ibv_poll_cq")
                        ? ": EIO (Input/output error)"
                        : ": ENOMEM (Cannot allocate memory)"));
      }
      fake.shouldBeLeftClean();
    }
  }

  @Test
  void shouldLeaveNothingBehindManyFailingCalls() throws Exception {
    List<Use> all =
        uses().entrySet().stream()
            .filter(each -> !each.getKey().startsWith("ibv_"))
            .filter(each -> !List.of("rdma_get_request", "rdma_accept").contains(each.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    try (RdmaCm cm = RdmaCm.open()) {
      for (int i = 0; i < MANY; ) {
        RdmaCmId kept = cm.createId(PortSpace.TCP);
        for (Use each : all) {
          assertThat(failure(cm, fake, each)).isInstanceOf(RdmaException.class);
          fake.heal();
          i++;
        }
        kept.close();
      }
    }
    fake.shouldBeLeftClean();
  }

  @ParameterizedTest
  @CsvSource({
    "rdma_resolve_addr, rdma_create_ep",
    "rdma_resolve_route, rdma_create_ep",
    "rdma_create_qp, rdma_create_qp"
  })
  void shouldLeaveNothingOfAnEndPointThatFailedHalfWay(String call, String told) throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      AddressInfoList addresses = addresses(cm);
      fake.fail(call, Errno.ENETUNREACH);
      assertThatThrownBy(() -> cm.createEndpoint(addresses, ConnectedPair.ATTRIBUTES))
          .hasMessage(told + ": ENETUNREACH (Network is unreachable)");
    }
    fake.heal();
    fake.shouldBeLeftClean();
  }

  @Test
  void shouldForgetAGroupThatCouldNotBeJoined() throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      RdmaCmId id = cm.createId(PortSpace.UDP);
      id.bindAddress(at(0));
      fake.fail("multicast_event", Errno.ENOSYS);
      assertThatThrownBy(() -> id.joinMulticast(group()))
          .hasMessageStartingWith("rdma_join_multicast: ENOSYS (Function not implemented)");
    }
    fake.heal();
    fake.shouldBeLeftClean();
  }

  /** librdmacm would leave one of two groups with the same address. */
  @Test
  void shouldStayInAGroupThatCannotBeJoinedTwice() throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      RdmaCmId id = joined(cm);
      MulticastGroup group = id.joinMulticast(group());
      for (String failing : List.of("rdma_join_multicast", "multicast_event")) {
        fake.fail(failing, Errno.ENOMEM);
        assertThatThrownBy(() -> id.joinMulticast(group()))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("the identifier is in the multicast group 239.77.0.1");
        assertThatThrownBy(() -> id.joinMulticast(InetAddress.getByName("239.77.0.2")))
            .isInstanceOf(RdmaException.class);
        fake.heal();
      }

      group.close();

      assertThat(cm.closingFailures()).isEmpty();
      id.joinMulticast(group()).close();
      assertThat(cm.closingFailures()).isEmpty();
      id.close();
      assertThatThrownBy(() -> id.joinMulticast(group())).isInstanceOf(IllegalStateException.class);
      assertThat(id.library.groups.get(id.library.lastGroup.get())).isNull();
    }
    fake.shouldBeLeftClean();
  }

  @Test
  void shouldKeepMemoryThatTheDeviceDoesNotGiveBack() throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      MemoryRegion region = bound(cm).registerMessages(ByteBuffer.allocateDirect(10));
      fake.fail("ibv_dereg_mr", Errno.EBUSY);
      region.close();
      assertThat(region.isClosed()).isTrue();
    }
  }

  /** Has what is closed by it. */
  private interface Made {
    Resource by(RdmaCm cm) throws Exception;
  }

  private static RdmaCmId joined(RdmaCm cm) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.UDP);
    id.bindAddress(at(0));
    id.createQueuePair(QueuePairAttributes.datagrams(QueuePairCapabilities.of(4, 4)));
    return id;
  }

  private static AddressHandle handle(RdmaCm cm) throws Exception {
    RdmaCmId id = joined(cm);
    id.joinMulticast(group());
    return id.createAddressHandle(id.event().orElseThrow().datagram().orElseThrow());
  }

  private static Map<String, Made> closings() {
    return Map.of(
        "ibv_destroy_cq", cm -> device(cm).createCompletionQueue(4),
        "ibv_destroy_comp_channel", cm -> device(cm).createCompletionChannel(),
        "ibv_dereg_mr", cm -> bound(cm).registerMessages(ByteBuffer.allocateDirect(1)),
        "ibv_dealloc_mw",
            cm -> bound(cm).registerMessages(ByteBuffer.allocateDirect(1)).createWindow(),
        "ibv_dealloc_pd", cm -> cm.getDevices().createProtectionDomain("fake0"),
        "ibv_destroy_ah", CmFailuresTest::handle,
        "rdma_destroy_id", cm -> cm.createId(PortSpace.TCP),
        "rdma_leave_multicast", cm -> joined(cm).joinMulticast(group()));
  }

  @Test
  void shouldTellWhatWasNotGivenBack() throws Exception {
    for (Map.Entry<String, Made> each : closings().entrySet()) {
      try (RdmaCm cm = RdmaCm.open()) {
        Resource made = each.getValue().by(cm);
        fake.fail(each.getKey(), Errno.EBUSY);

        made.close();

        fake.heal();
        assertThat(made.isClosed()).isTrue();
        assertThat(cm.closingFailures())
            .singleElement()
            .asString()
            .endsWith(each.getKey() + ": EBUSY (Device or resource busy)");
      }
    }
  }

  /** That no event comes, nobody says: the kernel's own time has to be over. */
  @Test
  void shouldNotWaitForTheEndOfACallThatTheKernelDidNotBegin() throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      RdmaCmId id = cm.createId(PortSpace.TCP);
      fake.fail("rdma_resolve_addr", Errno.EAGAIN);

      assertThatThrownBy(() -> id.resolveAddress(at(1), 10))
          .hasMessage("rdma_resolve_addr: ETIMEDOUT (Connection timed out)");
      assertThatThrownBy(() -> id.resolveRoute(10)).isInstanceOf(IllegalStateException.class);
    }
    fake.heal();
    fake.shouldBeLeftClean();
  }

  @Test
  void shouldSayWhichPackageALibraryIsIn() {
    System.setProperty(RdmaCm.RDMACM, folder.resolve("none.so").toString());
    assertThatThrownBy(RdmaCm::open)
        .isInstanceOf(RdmaLibraryException.class)
        .hasMessageStartingWith(
            "librdmacm is not installed (Debian and Ubuntu: librdmacm1; Fedora: librdmacm): ");

    System.setProperty(RdmaCm.VERBS, folder.resolve("none.so").toString());
    assertThatThrownBy(RdmaCm::open)
        .isInstanceOf(RdmaLibraryException.class)
        .hasMessageStartingWith(
            "libibverbs is not installed (Debian and Ubuntu: libibverbs1, ibverbs-providers;");
  }

  @Test
  void shouldSayWhichFunctionALibraryLacks() throws Exception {
    FakeCm.withoutNotify(folder);

    assertThatThrownBy(RdmaCm::open)
        .isInstanceOf(RdmaLibraryException.class)
        .hasMessage(
            "the installed librdmacm has no function rdma_notify; a newer one is needed"
                + " (Debian and Ubuntu: librdmacm1; Fedora: librdmacm)");
  }

  @Test
  void shouldRefuseALibraryThatLaysOutMemoryOtherwise() {
    assertThatThrownBy(() -> LibraryProblem.requireLayout(1))
        .isInstanceOf(RdmaLibraryException.class)
        .hasMessageStartingWith("the native library has layout 1, Java has ");
    assertThat(LibraryProblem.builtWithoutRdmacm()).hasMessageContaining("librdmacm-dev");
  }
}
