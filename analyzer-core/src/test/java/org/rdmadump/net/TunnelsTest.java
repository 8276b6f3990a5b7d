package org.rdmadump.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.net.IpBytes.ETHERNET;
import static org.rdmadump.net.IpBytes.INNER;
import static org.rdmadump.net.IpBytes.ipv4;
import static org.rdmadump.net.IpBytes.ipv6;
import static org.rdmadump.net.IpBytes.join;
import static org.rdmadump.net.IpBytes.udp;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.LinkType;
import org.rdmadump.testing.Findings;
import org.rdmadump.testing.Frames;
import org.rdmadump.testing.Hex;

/** What a tunnel carries is decoded as if it came without. */
class TunnelsTest {
  private static final byte[] IPV4_TYPE = Hex.bytes("0800");
  private static final byte[] MACS = Hex.bytes("021122334455 f2778899aabb");
  private static final byte[] VXLAN = Hex.bytes("08000000 00002a00");

  private static final Map<String, byte[]> TUNNELS = tunnels();

  private final Findings findings = new Findings();
  private final Datagram datagram = new Datagram();
  private final PacketDecoder decoder = new PacketDecoder();

  private static Map<String, byte[]> tunnels() {
    byte[] inner = join(ETHERNET, INNER);
    Map<String, byte[]> tunnels = new LinkedHashMap<>();
    tunnels.put("IP in IP", join(IPV4_TYPE, ipv4(4, INNER)));
    tunnels.put("IPv6 around IPv4", join(Hex.bytes("86dd"), ipv6(4, INNER)));
    tunnels.put("VXLAN", join(IPV4_TYPE, ipv4(17, udp(4789, join(VXLAN, inner)))));
    tunnels.put("VXLAN, Linux", join(IPV4_TYPE, ipv4(17, udp(8472, join(VXLAN, inner)))));
    byte[] geneve = Hex.bytes("01000800 00002a00 01020300");
    tunnels.put("Geneve", join(IPV4_TYPE, ipv4(17, udp(6081, join(geneve, INNER)))));
    byte[] geneveEthernet = Hex.bytes("00006558 00002a00");
    tunnels.put(
        "Geneve, Ethernet", join(IPV4_TYPE, ipv4(17, udp(6081, join(geneveEthernet, inner)))));
    tunnels.put("GRE", join(IPV4_TYPE, ipv4(47, join(Hex.bytes("00000800"), INNER))));
    byte[] full = Hex.bytes("b0006558 00000000 0000002a 00000001");
    tunnels.put("GRE, Ethernet", join(IPV4_TYPE, ipv4(47, join(full, inner))));
    byte[] typeI = Hex.bytes("000088be");
    tunnels.put("ERSPAN I", join(IPV4_TYPE, ipv4(47, join(typeI, inner))));
    byte[] typeII = Hex.bytes("100088be 00000001 10640001 00000007");
    tunnels.put("ERSPAN II", join(IPV4_TYPE, ipv4(47, join(typeII, inner))));
    byte[] typeIII = Hex.bytes("100022eb 00000001 20640001 12345678 00000000");
    tunnels.put("ERSPAN III", join(IPV4_TYPE, ipv4(47, join(typeIII, inner))));
    byte[] platform = Hex.bytes("100022eb 00000001 20640001 12345678 00000001 0011223344556677");
    tunnels.put("ERSPAN III, more", join(IPV4_TYPE, ipv4(47, join(platform, inner))));
    byte[] labels = Hex.bytes("00064040 000c8140");
    tunnels.put("MPLS", join(Hex.bytes("8847"), labels, INNER));
    tunnels.put("MPLS, upstream", join(Hex.bytes("8848"), labels, INNER));
    tunnels.put("MPLS in IP", join(IPV4_TYPE, ipv4(137, join(labels, INNER))));
    tunnels.put("MPLS, Ethernet", join(Hex.bytes("8847"), labels, Hex.bytes("00000000"), inner));
    return tunnels;
  }

  static Stream<String> names() {
    return TUNNELS.keySet().stream();
  }

  private static byte[] frame(String name) {
    return join(MACS, TUNNELS.getOrDefault(name, new byte[0]));
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldDecodeWhatATunnelCarries(String name) {
    byte[] bytes = frame(name);
    assertThat(decode(bytes)).isEqualTo(PacketKind.UDP);
    assertThat(datagram.source()).hasToString("10.0.0.1");
    assertThat(datagram.destination()).hasToString("10.0.0.2");
    assertThat(datagram.destinationPort()).isEqualTo(UdpPort.ROCE_V2);
    assertThat(datagram.networkOffset()).isEqualTo(Frames.OFFSET + bytes.length - INNER.length);
    assertThat(datagram.payloadOffset()).isEqualTo(Frames.OFFSET + bytes.length - 6);
    assertThat(datagram.payloadLength()).isEqualTo(6);
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldCallHeadersTruncatedAtEverySnapLength(String name) {
    byte[] bytes = frame(name);
    for (int captured = 0; captured <= bytes.length; captured++) {
      Frame frame = Frames.cut(LinkType.ETHERNET, bytes, captured);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("cut at %d", captured)
          .isEqualTo(captured < bytes.length - 6 ? PacketKind.TRUNCATED : PacketKind.UDP);
    }
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldCallAPacketMalformedAtEveryLengthOnTheWire(String name) {
    byte[] bytes = frame(name);
    for (int length = 0; length < bytes.length; length++) {
      Frame frame = Frames.shortOnWire(LinkType.ETHERNET, bytes, length);
      assertThat(decoder.decode(frame, datagram, findings))
          .as("length %d", length)
          .isEqualTo(PacketKind.MALFORMED);
      assertThat(findings.all()).hasSize(length + 1);
    }
  }

  /** The outer packet is as long as it says: what it carries is cut. */
  @ParameterizedTest
  @CsvSource({
    "0, gre.short-header",
    "3, gre.short-header",
    "15, gre.short-header",
    "16, eth.short-frame",
    "30, ipv4.short-header"
  })
  void shouldMakeAFindingOfWhatDoesNotFitIntoGre(int length, String rule) {
    byte[] carried = join(Hex.bytes("b0006558 00000000 0000002a 00000001"), ETHERNET, INNER);
    byte[] cut = Arrays.copyOf(carried, length);
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(47, cut)))).isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "'', mpls.short-stack",
    "000640, mpls.short-stack",
    "00064040 0000, mpls.short-stack",
    "00064140, mpls.short-stack",
    "00064140 000000, mpls.short-stack",
    "00064140 45, ipv4.short-header",
  })
  void shouldMakeAFindingOfAnMplsStackThatEndsTooSoon(String stack, String rule) {
    assertThat(decode(join(MACS, Hex.bytes("8847" + stack)))).isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly(rule);
  }

  @Test
  void shouldNotGuessWhatIsBehindMplsLabels() {
    assertThat(decode(join(MACS, Hex.bytes("8847 00064140 5000")))).isEqualTo(PacketKind.NOT_IP);
  }

  @Test
  void shouldMakeAFindingOfGeneveOptionsBeyondTheDatagram() {
    byte[] header = Hex.bytes("3f000800 00002a00");
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(17, udp(6081, join(header, INNER))))))
        .isEqualTo(PacketKind.MALFORMED);
    assertThat(findings.rules()).containsExactly("geneve.header-beyond-datagram");
  }

  @ParameterizedTest(name = "port {0}, {1}")
  @CsvSource({
    "4789, 00000000 00002a00 021122334455",
    "8472, f7000000 00002a00 021122334455",
    "6081, 40006558 00002a00 021122334455",
    "4789, 08000000 000000",
    "4789, ''"
  })
  void shouldLeaveADatagramAloneThatIsNoTunnel(int port, String payload) {
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(17, udp(port, Hex.bytes(payload))))))
        .isEqualTo(PacketKind.UDP);
    assertThat(datagram.source()).hasToString("192.0.2.1");
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "flags {0}")
  @CsvSource({"4000", "0001"})
  void shouldLeaveOtherVersionsOfGreAlone(String flags) {
    byte[] header = Hex.bytes(flags + "0800");
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(47, join(header, INNER)))))
        .isEqualTo(PacketKind.OTHER_PROTOCOL);
    assertThat(findings.all()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "100088be 00000001 20640001 00000007",
    "100022eb 00000001 10640001 12345678 00000000"
  })
  void shouldLeaveOtherVersionsOfErspanAlone(String headers) {
    byte[] inner = join(ETHERNET, INNER);
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(47, join(Hex.bytes(headers), inner)))))
        .isEqualTo(PacketKind.OTHER_PROTOCOL);
    assertThat(findings.all()).isEmpty();
  }

  @Test
  void shouldNotTakeADatagramToAClosedPortForATunnel() {
    byte[] bytes = frame("VXLAN");
    Frame frame = Frames.whole(LinkType.ETHERNET, bytes);
    assertThat(new PacketDecoder(1, 4789).decode(frame, datagram, findings))
        .isEqualTo(PacketKind.UDP);
    assertThat(datagram.destinationPort()).isEqualTo(4789);
  }

  /** Of what both headers say, in ECN: not capable, capable, and congestion experienced. */
  @ParameterizedTest(name = "{0}, outer {1}, inner {2}: {3}")
  @CsvSource({
    "VXLAN, 3, 2, 3",
    "VXLAN, 3, 1, 3",
    "VXLAN, 3, 0, 0",
    "VXLAN, 2, 3, 3",
    "VXLAN, 2, 2, 2",
    "IP in IP, 3, 2, 3",
    "IPv6 around IPv4, 3, 2, 3",
    "Geneve, 3, 2, 3",
    "GRE, 3, 2, 3",
    "ERSPAN II, 3, 2, 2"
  })
  void shouldSayWhatCongestionAPacketMetInItsTunnel(String tunnel, int outer, int inner, int met) {
    byte[] bytes = frame(tunnel);
    boolean version6 = tunnel.startsWith("IPv6");
    bytes[15] |= (byte) (version6 ? outer << 4 : outer);
    bytes[bytes.length - INNER.length + 1] |= (byte) inner;

    decode(bytes);
    assertThat(datagram.trafficClass()).isEqualTo(met);
    decode(frame("IP in IP"));
    assertThat(datagram.trafficClass()).isZero();
  }

  @Test
  void shouldForgetTheOuterPacket() {
    byte[] arp = join(MACS, Hex.bytes("0806 0001"));
    assertThat(decode(join(MACS, IPV4_TYPE, ipv4(17, udp(4789, join(VXLAN, arp))))))
        .isEqualTo(PacketKind.NOT_IP);
    assertThat(datagram.etherType()).isEqualTo(0x0806);
    assertThat(datagram.sourceLow()).isZero();
    assertThat(datagram.destinationPort()).isZero();
    assertThat(datagram.protocol()).isZero();
  }

  @Test
  void shouldFollowOnlySoManyTunnelsInsideOfEachOther() {
    byte[] packet = INNER;
    for (int depth = 1; depth <= 2 * LayerWalk.MOST_TUNNELS; depth++) {
      packet = ipv4(4, packet);
      boolean followed = depth <= LayerWalk.MOST_TUNNELS;
      assertThat(decode(join(MACS, IPV4_TYPE, packet)))
          .as("%d tunnels", depth)
          .isEqualTo(followed ? PacketKind.UDP : PacketKind.OTHER_PROTOCOL);
      assertThat(Set.copyOf(findings.rules()))
          .isEqualTo(followed ? Set.of() : Set.of("tunnel.too-deep"));
    }
  }

  private PacketKind decode(byte[] bytes) {
    return decoder.decode(Frames.whole(LinkType.ETHERNET, bytes), datagram, findings);
  }
}
