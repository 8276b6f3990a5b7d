package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.SendFlags;

/** Makes each native call once, over the stand-in, in a JVM whose checks are on; prints the end. */
final class CmRun {
  private CmRun() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws Exception {
    try (RdmaCm cm = RdmaCm.open()) {
      work(cm);
      addresses(cm);
      datagrams(cm);
      events(cm);
      failures(cm);
    }
    System.out.println("done");
  }

  private static void work(RdmaCm cm) throws Exception {
    ConnectedPair pair =
        ConnectedPair.over(
            cm,
            FakeCm.address(0),
            ConnectionParameters.DEFAULT.withPrivateData(new byte[56]),
            ConnectionParameters.DEFAULT);
    MemoryRegion region = pair.client.registerForWrite(ByteBuffer.allocateDirect(100));
    QueuePair sends = pair.clientQueues;
    QueuePair receives = pair.serverQueues;
    ScatterGatherList list = new ScatterGatherList(1).add(region, 0, 10);
    WorkCompletions completions = new WorkCompletions(8);
    for (int i = 0; i < 6; i++) {
      receives.postReceive(i, list);
    }
    sends.postSend(1, region, 0, 10, SendFlags.SIGNALED);
    sends.postSendWithImmediate(2, list, SendFlags.NONE, 3);
    sends.postSendWithInvalidate(3, list, SendFlags.NONE, 4);
    sends.postWriteWithImmediate(4, list, SendFlags.NONE, 5, region.address(), region.remoteKey());
    sends.postRead(5, list, SendFlags.SIGNALED, region.address(), region.remoteKey());
    sends.postLocalInvalidate(6, SendFlags.NONE, 7);
    sends.postFetchAdd(8, region, 0, SendFlags.NONE, region.address(), region.remoteKey(), 1);
    sends.postSendInline(9, ByteBuffer.allocateDirect(4), SendFlags.NONE);
    try (MemoryWindow window = region.createWindow()) {
      sends.postBind(7, window, 0, 10, SendFlags.NONE, 0);
      window.remoteKey();
    }
    sends.awaitSends(completions);
    receives.awaitReceives(completions);
    sends.awaitReceives(completions, 1);
    sends.state();
    System.out.println(sends.number() + " " + pair.client.peerAddress() + " " + completions.size());
    pair.client.disconnect();
  }

  private static void addresses(RdmaCm cm) throws Exception {
    AddressInfoList passive = cm.getAddressInfo("127.0.0.1", "7471", AddressHints.LISTENING);
    QueuePairAttributes attributes = ConnectedPair.ATTRIBUTES;
    RdmaCmId listener = cm.createEndpoint(passive, attributes);
    listener.listen(1);
    AddressInfoList active =
        cm.getAddressInfo("127.0.0.1", "7471", AddressHints.ACTIVE.from(FakeCm.address(7)));
    cm.createEndpoint(active, attributes);
    DeviceList devices = cm.getDevices();
    ProtectionDomain domain = devices.createProtectionDomain(devices.names().get(0));
    domain.register(ByteBuffer.allocateDirect(10), 1);
    DeviceContext device = devices.device("fake0");
    System.out.println(device.attributes() + "; " + device.port(1) + "; " + device.gid(1, 0)[3]);
    System.out.println(device.getAsyncEvent(1) + " " + device.completionVectors());
    device.createCompletionQueue(3).poll(new WorkCompletions(1));
    CompletionChannel channel = device.createCompletionChannel();
    channel.createQueue(3).requestSolicitedEvent();
    System.out.println(channel.createQueue(3, 1, "own").capacity() + " " + channel.getEvent(1));
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.bindAddress(FakeCm.address(0));
    MemoryRegion region = id.registerMessages(ByteBuffer.allocateDirect(10));
    SharedReceiveQueue shared = id.createSharedReceiveQueue(3, 1, domain);
    shared.postReceive(1, region, 0, 10);
    shared.postReceive(2, new ScatterGatherList(1).add(region, 0, 5));
    shared.setLimit(1);
    System.out.println(shared.limit() + " of " + shared + " of " + id.device());
    System.out.println(id.deviceName() + " " + id.devicePort() + " " + id.sourcePort());
    id.setLocalEce(new Ece(1, 2));
    id.remoteEce();
    id.notifyOf(AsyncEventType.COMMUNICATION_ESTABLISHED);
    id.establish();
    id.reject(new byte[10]);
  }

  private static void datagrams(RdmaCm cm) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.UDP);
    id.bindAddress(FakeCm.address(0));
    QueuePair queues =
        id.createQueuePair(QueuePairAttributes.datagrams(QueuePairCapabilities.of(4, 4)));
    id.joinMulticast(InetAddress.getByName("239.77.0.1"));
    MemoryRegion region = id.registerMessages(ByteBuffer.allocateDirect(100));
    AddressHandle to = id.createAddressHandle(id.event().orElseThrow().datagram().orElseThrow());
    queues.postReceive(1, region, 0, 100);
    queues.postDatagram(
        2, region, 0, 10, SendFlags.SIGNALED, to, queues.number(), UdParameters.QUEUE_KEY);
    queues.postDatagram(
        3,
        new ScatterGatherList(2).add(region, 0, 3).add(region, 5, 3),
        SendFlags.NONE,
        to,
        queues.number(),
        UdParameters.QUEUE_KEY);
    WorkCompletions completions = new WorkCompletions(1);
    queues.awaitReceives(completions);
    id.createAddressHandle(completions.get(0), region, 0).close();
  }

  private static void events(RdmaCm cm) throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId listener = channel.createId(PortSpace.TCP);
    listener.bindAddress(FakeCm.address(0));
    listener.listen(1);
    RdmaCmId client = channel.createId(PortSpace.TCP);
    client.resolveAddress(FakeCm.address(0), FakeCm.address(listener.sourcePort()), 1);
    channel.getEvent().close();
    client.connect(ConnectionParameters.DEFAULT);
    System.out.println(channel.getEvent(1).orElseThrow());
    client.migrate(cm.createEventChannel());
    client.migrateToSynchronous();
  }

  private static void failures(RdmaCm cm) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    for (RdmaOption option :
        new RdmaOption[] {new RdmaOption.AckTimeout(1), new RdmaOption.AddressFamilyOnly(true)}) {
      id.setOption(option);
    }
    try {
      id.connect(ConnectionParameters.DEFAULT);
    } catch (RdmaException e) {
      System.out.println(e.getMessage());
    }
    try {
      cm.getAddressInfo("no.such.host", "", AddressHints.ACTIVE);
    } catch (UnknownHostException e) {
      System.out.println(e.getMessage());
    }
  }
}
