package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.QueuePairType;

/** Contexts of one's own, options, and what an address tells, over the stand-in. */
@Timeout(60)
class ContextsTest extends StandInTest {

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
  void shouldTakeAddressesOfInfiniband() throws Exception {
    // given addresses whose parts all differ
    byte[] gid = HexFormat.of().parseHex("fe800000000000000002c90300a1b2c3");
    InfinibandAddress local =
        new InfinibandAddress(gid, 0xfffe, 0x0102030405060708L)
            .withServiceMask(0xffff_ffff_ffff_0000L)
            .withFlowInformation(0x0a0b0c0d)
            .withScope(3);
    InfinibandAddress peer = new InfinibandAddress(gid, 0xffff, -2);
    RdmaCmId bound = cm.createId(PortSpace.IB);
    RdmaCmId active = cm.createId(PortSpace.IB);

    // when
    bound.bindAddress(local);
    active.resolveAddress(local, peer, 1);
    AddressHints hints = AddressHints.ACTIVE.withSpace(PortSpace.IB).from(local);
    AddressInfo found = cm.getAddressInfo("127.0.0.1", "1", hints).first().orElseThrow();

    // then the library has them as they were
    assertThat(bound.localInfinibandAddress()).contains(local);
    assertThat(bound.localAddress()).isEmpty();
    assertThat(active.localInfinibandAddress()).contains(local);
    assertThat(active.peerInfinibandAddress()).contains(peer);
    assertThat(found.infinibandSource()).contains(local);
    assertThat(found.source()).isEmpty();
    assertThat(found.infinibandDestination()).isEmpty();
    assertThat(found)
        .hasToString(
            "RC from GID fe800000000000000002c90300a1b2c3, P_Key 0xfffe, service ID"
                + " 0x102030405060708 to /127.0.0.1:1");
  }

  @Test
  void shouldEncodeAnAddressOfInfinibandAsTheHeaderHasIt() {
    byte[] gid = HexFormat.of().parseHex("fe800000000000000002c90300a1b2c3");
    InfinibandAddress address =
        new InfinibandAddress(gid, 0x8001, 0x0102030405060708L).withFlowInformation(0x0a0b0c0d);

    // struct sockaddr_ib: family and scope in the machine's order, the rest in that of the wire
    assertThat(Arrays.copyOfRange(SocketAddresses.encode(address), 2, 40))
        .isEqualTo(
            HexFormat.of()
                .parseHex(
                    "80010a0b0c0dfe800000000000000002c90300a1b2c30102030405060708ffffffffffffffff"));
  }

  @Test
  void shouldRefuseAddressesThatAreNone() {
    assertThatThrownBy(() -> new InfinibandAddress(new byte[4], 0, 0))
        .hasMessage("a GID has 16 bytes, not 4");
    assertThatThrownBy(() -> new InfinibandAddress(new byte[16], 65536, 0))
        .hasMessage("P_Key 65536");
    SocketAddress file = UnixDomainSocketAddress.of("/tmp/none");
    assertThatThrownBy(() -> cm.createId(PortSpace.TCP).bindAddress(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("neither of IP nor of InfiniBand");
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
