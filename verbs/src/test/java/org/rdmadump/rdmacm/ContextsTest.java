package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.verbs.QueuePairType;

/** Contexts of one's own, options, and what an address tells, over the stand-in. */
@Timeout(60)
class ContextsTest {
  @TempDir Path folder;

  private FakeCm fake;
  private RdmaCm cm;

  @BeforeEach
  void open() throws Exception {
    fake = FakeCm.in(folder);
    cm = RdmaCm.open();
  }

  @AfterEach
  void shouldHaveLeftNothing() throws Exception {
    cm.close();
    assertThat(cm.closingFailures()).isEmpty();
    fake.shouldBeLeftClean();
    FakeCm.forget();
  }

  @Test
  void shouldGiveARequestTheContextOfItsListener() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId listener = channel.createId(PortSpace.TCP, "listener");
    listener.bindAddress(FakeCm.address(0));
    listener.listen(1);
    RdmaCmId client = channel.createId(PortSpace.TCP, "client");
    client.resolveAddress(FakeCm.address(listener.sourcePort()), 1);
    channel.getEvent().close();
    client.createQueuePair(ConnectedPair.ATTRIBUTES);
    client.connect(ConnectionParameters.DEFAULT);

    try (CmEvent request = channel.getEvent()) {
      assertThat(request.id().context()).contains("listener");
      assertThat(request.group()).isEmpty();
    }
    assertThat(client.context()).contains("client");
    assertThat(cm.createId(PortSpace.TCP, 7).context()).contains(7);
    assertThat(cm.createId(PortSpace.TCP).context()).isEmpty();
  }

  @Test
  void shouldTellTheGroupOfAnEvent() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId id = channel.createId(PortSpace.UDP);
    id.bindAddress(FakeCm.address(0));
    id.createQueuePair(QueuePairAttributes.datagrams(QueuePairCapabilities.of(4, 4)));
    MulticastGroup first = id.joinMulticast(InetAddress.getByName("239.77.0.1"), "first");
    MulticastGroup second = id.joinMulticast(InetAddress.getByName("239.77.0.2"));

    try (CmEvent event = channel.getEvent()) {
      assertThat(event.type()).isEqualTo(CmEventType.MULTICAST_JOIN);
      assertThat(event.group()).containsSame(first);
      assertThat(first.context()).contains("first");
    }
    try (CmEvent event = channel.getEvent()) {
      assertThat(event.group()).containsSame(second);
      assertThat(second.context()).isEmpty();
      assertThat(second).hasToString("the multicast group 239.77.0.2");
    }
  }

  @Test
  void shouldSayWhatAnAddressComesWith() throws Exception {
    AddressInfo found =
        cm.getAddressInfo("127.0.0.1", "7471", AddressHints.ACTIVE).first().orElseThrow();

    assertThat(found).hasToString("RC to /127.0.0.1:7471");
    assertThat(found.destinationName()).contains("host.example");
    assertThat(found.sourceName()).isEmpty();
    assertThat(found.route()).hasSize(72).startsWith(2);
    assertThat(found.connectData()).asString().isEqualTo("asked");
    AddressHints direct = AddressHints.ACTIVE.withFlags(AddressHints.NO_ROUTE);
    AddressInfo bare = cm.getAddressInfo("127.0.0.1", "1", direct).first().orElseThrow();
    assertThat(bare.route()).isEmpty();
    assertThat(bare.connectData()).isEmpty();
    assertThat(bare.type()).isEqualTo(QueuePairType.RC);
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.bindAddress(FakeCm.address(0));
    id.setOption(new RdmaOption.InfinibandPath(found.route()));
  }

  @Test
  void shouldRefuseOptionsThatTheKernelWould() {
    assertThat(new RdmaOption.AckTimeout(31).value()).isEqualTo(31);
    assertThatThrownBy(() -> new RdmaOption.AckTimeout(32)).hasMessage("32 is not in 0 to 31");
    assertThatThrownBy(() -> new RdmaOption.TypeOfService(256))
        .hasMessage("256 is not in 0 to 255");
    assertThatThrownBy(() -> new RdmaOption.InfinibandPath(new byte[71]))
        .hasMessage("71 bytes are not 1 to 6 paths of 72 bytes");
  }
}
