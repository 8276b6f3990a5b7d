package org.rdmadump.ib.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.Vcrc;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.Lrh.NextHeader;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.Grh;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.testing.Needs;

/**
 * Every field of route and transport headers is what tshark shows, in all forms that it reads. It
 * does not read InfiniBand as link type 247. It knows VXLAN and RoCEv2 by one port each, and takes
 * no Ethernet for what MPLS carries, unless it is told.
 */
class TsharkHeadersTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path NFS = CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-acl.pcap");

  private static final String[] FIELDS = {
    "lrh.vl",
    "lrh.lver",
    "lrh.sl",
    "lrh.lnh",
    "lrh.dlid",
    "lrh.pktlen",
    "lrh.slid",
    "grh.ipver",
    "grh.tclass",
    "grh.flowlabel",
    "grh.paylen",
    "grh.nxthdr",
    "grh.hoplmt",
    "bth.opcode",
    "bth.se",
    "bth.m",
    "bth.padcnt",
    "bth.tver",
    "bth.p_key",
    "bth.destqp",
    "bth.a",
    "bth.psn",
    "deth.q_key",
    "deth.srcqp",
    "reth.va",
    "reth.r_key",
    "reth.dmalen",
    "atomiceth.swapdt",
    "atomiceth.cmpdt",
    "aeth.syndrome",
    "aeth.msn",
    "atomicacketh.origremdt",
    "immdt",
    "ieth",
    "invariant.crc",
    "variant.crc"
  };

  private static final int OPCODES = 256;
  private static final int PACKETS_OF_EACH = 3;

  /** Not XRC, nor RD, whose RDETH it looks for 8 bytes behind where it is. */
  private static final Set<TransportService> IN_TSHARK_4_0 =
      Set.of(TransportService.RC, TransportService.UC, TransportService.UD, TransportService.CNP);

  private static final Set<Operation> SINCE_RELEASE_1_6 =
      Set.of(Operation.FLUSH, Operation.ATOMIC_WRITE);

  private static final List<String> CRCS = List.of("invariant.crc", "variant.crc");

  @TempDir Path folder;

  @BeforeEach
  void needTshark() {
    Needs.tshark();
  }

  static Stream<Path> captures() {
    return Stream.of("rxe-perftest.pcap", "rxe-cm.pcap", "rxe-rping.pcap")
        .map(name -> CAPTURES.resolve("verbs").resolve(name));
  }

  /** Their packets have atomic operations, unreliable services and immediate data. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldAgreeOnRealPackets(Path capture) throws Exception {
    assertSame(capture, IbDecoder.UDP_PORT, CRCS);
  }

  @ParameterizedTest
  @MethodSource("org.rdmadump.ib.forms.Form#readByTshark")
  void shouldAgreeInEveryFormThatTsharkReads(Form form) throws Exception {
    Path file = RewrittenCapture.of(NFS).write(form, folder.resolve(form.fileName()));
    // Of RoCE version 1 it takes the last bytes of the frame for the ICRC, even if they are an FCS.
    List<String> crcs = form == Form.ERF_ETHERNET_EXTENSIONS ? List.of() : CRCS;
    assertSame(file, IbDecoder.UDP_PORT, crcs);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"ROCE_V2_OTHER_PORT", "ROCE_V2_TUNNEL_PORT", "VXLAN_LINUX_PORT", "MPLS_ETHERNET"})
  void shouldAgreeInFormsThatTsharkIsTold(Form form) throws Exception {
    Path file = RewrittenCapture.of(NFS).write(form, folder.resolve(form.fileName()));
    assertSame(file, rocePort(form), CRCS, toldToTshark(form));
  }

  private static int rocePort(Form form) {
    return switch (form) {
      case ROCE_V2_OTHER_PORT -> Form.OTHER_PORT;
      case ROCE_V2_TUNNEL_PORT -> Form.VXLAN;
      default -> IbDecoder.UDP_PORT;
    };
  }

  private static String[] toldToTshark(Form form) {
    return switch (form) {
      case ROCE_V2_OTHER_PORT, ROCE_V2_TUNNEL_PORT ->
          new String[] {"-d", "udp.port==" + rocePort(form) + ",infiniband"};
      case VXLAN_LINUX_PORT -> new String[] {"-d", "udp.port==8472,vxlan"};
      case MPLS_ETHERNET -> new String[] {"-d", "mpls.label==200,pwethcw"};
      default -> new String[0];
    };
  }

  /**
   * Packets of every opcode with any values in their headers. Of services that tshark does not know
   * only the base transport header is compared.
   */
  @ParameterizedTest
  @EnumSource(names = {"ROCE_V2", "ROCE_V1", "ERF_INFINIBAND"})
  void shouldAgreeOnEveryOpcode(Form form) throws Exception {
    Path plain = folder.resolve("plain.pcap");
    everyOpcode().toPcap(plain);
    Path file = RewrittenCapture.of(plain).write(form, folder.resolve(form.fileName()));
    List<Map<String, Long>> ours = ours(file, IbDecoder.UDP_PORT);
    List<Map<String, Long>> theirs = theirs(file);

    assertThat(ours).hasSize(OPCODES * PACKETS_OF_EACH).hasSameSizeAs(theirs);
    for (int i = 0; i < ours.size(); i++) {
      Opcode opcode = Opcode.of(i / PACKETS_OF_EACH);
      boolean known = opcode.isKnown() && IN_TSHARK_4_0.contains(opcode.service());
      boolean whole = known && !SINCE_RELEASE_1_6.contains(opcode.operation());
      if (!whole) {
        ours.get(i).keySet().removeIf(name -> !name.startsWith("bth."));
        theirs.get(i).keySet().removeIf(name -> !name.startsWith("bth."));
      }
      ours.get(i).keySet().removeAll(CRCS);
      theirs.get(i).keySet().removeAll(CRCS);
      assertThat(ours.get(i)).as("%s", opcode).isEqualTo(theirs.get(i));
    }
  }

  private static Capture everyOpcode() {
    SplittableRandom random = new SplittableRandom(OPCODES);
    Conversation wire = Conversation.between("192.168.77.2", "192.168.77.1");
    for (int i = 0; i < OPCODES * PACKETS_OF_EACH; i++) {
      Opcode opcode = Opcode.of(i / PACKETS_OF_EACH);
      RocePacket packet =
          wire.client()
              .packet(opcode.code())
              .pKey(random.nextInt(1 << Short.SIZE))
              .destinationQp(2 + random.nextInt(1 << 23))
              .psn(random.nextInt(1 << 24))
              .migReq(random.nextBoolean());
      packet = random.nextBoolean() ? packet.solicitedEvent() : packet;
      packet = random.nextBoolean() ? packet.ackRequest() : packet;
      for (ExtensionHeader header : opcode.headers()) {
        packet = with(packet, header, random);
      }
      byte[] payload = new byte[opcode.hasPayload() ? 1 + random.nextInt(9) : 0];
      // An opcode that is not known has what may be anything behind its header.
      wire.client().emit(packet.payload(opcode.isKnown() ? payload : new byte[40]));
    }
    return wire.capture();
  }

  private static RocePacket with(
      RocePacket packet, ExtensionHeader header, SplittableRandom random) {
    return switch (header) {
      case RDETH -> packet.rdeth(random.nextInt(1 << 24));
      case DETH -> packet.deth(random.nextInt(), random.nextInt(1 << 24));
      case XRC_ETH -> packet.xrcEth(random.nextInt(1 << 24));
      case FETH -> packet.feth(random.nextInt(4), random.nextInt(16));
      case RETH -> packet.reth(random.nextLong(), random.nextInt(), random.nextInt());
      case ATOMIC_ETH ->
          packet.atomicEth(
              random.nextLong(), random.nextInt(), random.nextLong(), random.nextLong());
      case AETH -> packet.aeth(random.nextInt(256), random.nextInt(1 << 24));
      case ATOMIC_ACK_ETH -> packet.atomicAckEth(random.nextLong());
      case IMM_DT -> packet.immediate(random.nextInt());
      case IETH -> packet.ieth(random.nextInt());
    };
  }

  private void assertSame(Path file, int rocePort, List<String> crcs, String... options)
      throws Exception {
    List<Map<String, Long>> ours = ours(file, rocePort);
    List<Map<String, Long>> theirs = theirs(file, options);
    assertThat(ours).isNotEmpty().hasSameSizeAs(theirs);
    for (int i = 0; i < ours.size(); i++) {
      // It shows no CRC behind a payload that it dissects as some other protocol.
      for (String crc : CRCS) {
        if (!crcs.contains(crc) || !theirs.get(i).containsKey(crc)) {
          ours.get(i).remove(crc);
          theirs.get(i).remove(crc);
        }
      }
      assertThat(ours.get(i)).as("packet %d of %s", i + 1, file).isEqualTo(theirs.get(i));
    }
  }

  /** What tshark shows of each packet with a base transport header: its fields that have values. */
  private List<Map<String, Long>> theirs(Path file, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("tshark", "-n", "-r", file.toString(), "-Y", "infiniband.bth", "-T", "fields"));
    command.addAll(List.of(options));
    command.addAll(List.of("-E", "occurrence=f"));
    for (String field : FIELDS) {
      command.addAll(List.of("-e", "infiniband." + field));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<Map<String, Long>> packets = new ArrayList<>();
    try (InputStream out = process.getInputStream()) {
      for (String line : new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String[] values = line.split("\t", -1);
        Map<String, Long> fields = new LinkedHashMap<>();
        for (int i = 0; i < FIELDS.length; i++) {
          if (!values[i].isEmpty()) {
            fields.put(FIELDS[i], number(FIELDS[i], values[i]));
          }
        }
        packets.add(fields);
      }
    }
    assertThat(process.waitFor()).isZero();
    return packets;
  }

  private static long number(String field, String value) {
    if (field.equals("immdt") || field.equals("ieth")) {
      return Long.parseLong(value, 16);
    }
    return value.startsWith("0x")
        ? Long.parseUnsignedLong(value.substring(2), 16)
        : Long.parseUnsignedLong(value);
  }

  private static List<Map<String, Long>> ours(Path file, int rocePort) throws IOException {
    List<Map<String, Long>> packets = new ArrayList<>();
    PacketDecoder decoder = new PacketDecoder(rocePort);
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        PacketKind kind = decoder.decode(frame, datagram, finding -> {});
        boolean roce = kind == PacketKind.UDP && datagram.destinationPort() == rocePort;
        if (roce || kind == PacketKind.ROCE_V1 || kind == PacketKind.INFINIBAND) {
          packets.add(fields(decoder.holder(frame, datagram), datagram));
        }
      }
    }
    return packets;
  }

  private static Map<String, Long> fields(Frame frame, Datagram datagram) {
    ByteBuffer bytes = frame.bytes();
    Map<String, Long> fields = new LinkedHashMap<>();
    if (datagram.kind() == PacketKind.INFINIBAND) {
      putLocal(Lrh.read(bytes, datagram.localRouteOffset()), fields);
    }
    if (datagram.hasGlobalRoute()) {
      putGlobal(Grh.read(bytes, datagram.networkOffset()), fields);
    }
    int at = datagram.payloadOffset();
    Bth bth = Bth.read(bytes, at);
    putBase(bth, fields);
    for (ExtensionHeader header : bth.opcode().headers()) {
      putExtension(header, bytes, at + bth.opcode().offsetOf(header), fields);
    }
    int end = at + datagram.payloadLength();
    // As a number with the byte first that is sent first.
    fields.put("invariant.crc", Integer.toUnsignedLong(bytes.getInt(end - Icrc.LENGTH)));
    if (datagram.hasVariantCrc()) {
      fields.put("variant.crc", (long) Short.toUnsignedInt(bytes.getShort(end)));
      assertThat(Vcrc.stored(frame.array(), end))
          .isEqualTo(Vcrc.compute(frame.array(), datagram.localRouteOffset(), end));
    }
    return fields;
  }

  private static void putLocal(Lrh header, Map<String, Long> fields) {
    fields.put("lrh.vl", (long) header.virtualLane());
    fields.put("lrh.lver", (long) header.version());
    fields.put("lrh.sl", (long) header.serviceLevel());
    fields.put("lrh.lnh", header.nextHeader() == NextHeader.TRANSPORT ? 2L : 3L);
    fields.put("lrh.dlid", (long) header.destination());
    fields.put("lrh.pktlen", (long) header.length() / Integer.BYTES);
    fields.put("lrh.slid", (long) header.source());
  }

  private static void putGlobal(Grh header, Map<String, Long> fields) {
    fields.put("grh.ipver", (long) header.version());
    fields.put("grh.tclass", (long) header.trafficClass());
    fields.put("grh.flowlabel", (long) header.flowLabel());
    fields.put("grh.paylen", (long) header.payloadLength());
    fields.put("grh.nxthdr", (long) header.nextHeader());
    fields.put("grh.hoplmt", (long) header.hopLimit());
  }

  private static void putBase(Bth bth, Map<String, Long> fields) {
    fields.put("bth.opcode", (long) bth.opcode().code());
    fields.put("bth.se", bth.solicitedEvent() ? 1L : 0);
    fields.put("bth.m", bth.migReq() ? 1L : 0);
    fields.put("bth.padcnt", (long) bth.padCount());
    fields.put("bth.tver", (long) bth.transportVersion());
    fields.put("bth.p_key", (long) bth.pKey());
    fields.put("bth.destqp", (long) bth.destinationQp());
    fields.put("bth.a", bth.ackRequest() ? 1L : 0);
    fields.put("bth.psn", (long) bth.psn());
  }

  private static void putExtension(
      ExtensionHeader header, ByteBuffer bytes, int at, Map<String, Long> fields) {
    switch (header) {
      case DETH -> {
        Deth deth = Deth.read(bytes, at);
        fields.put("deth.q_key", Integer.toUnsignedLong(deth.queueKey()));
        fields.put("deth.srcqp", (long) deth.sourceQp());
      }
      case RETH -> {
        Reth reth = Reth.read(bytes, at);
        fields.put("reth.va", reth.virtualAddress());
        fields.put("reth.r_key", Integer.toUnsignedLong(reth.rKey()));
        fields.put("reth.dmalen", reth.dmaLength());
      }
      case ATOMIC_ETH -> {
        AtomicEth atomic = AtomicEth.read(bytes, at);
        fields.put("reth.va", atomic.virtualAddress());
        fields.put("reth.r_key", Integer.toUnsignedLong(atomic.rKey()));
        fields.put("atomiceth.swapdt", atomic.swapOrAddData());
        fields.put("atomiceth.cmpdt", atomic.compareData());
      }
      case AETH -> {
        Aeth aeth = Aeth.read(bytes, at);
        fields.put("aeth.syndrome", (long) aeth.syndrome());
        fields.put("aeth.msn", (long) aeth.msn());
      }
      case ATOMIC_ACK_ETH ->
          fields.put("atomicacketh.origremdt", AtomicAckEth.read(bytes, at).originalRemoteData());
      case IMM_DT -> fields.put("immdt", Integer.toUnsignedLong(bytes.getInt(at)));
      case IETH -> fields.put("ieth", Integer.toUnsignedLong(bytes.getInt(at)));
      case RDETH, XRC_ETH, FETH -> {
        // tshark does not know them, or does not find them.
      }
    }
  }
}
