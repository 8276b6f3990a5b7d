package org.rdmadump.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.Hex;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.build.Station;

class IcrcTest {
  // RC Acknowledge, rocev2-nfs41-basic
  // 0000  52 54 00 77 00 02 52 54 00 77 00 01 08 00 45 00   RT.w..RT.w....E.
  // 0010  00 30 ce 1f 40 00 40 11 51 49 c0 a8 4d 01 c0 a8   .0..@.@.QI..M...
  // 0020  4d 02 ff c8 12 b7 00 1c 00 00 11 00 ff ff 00 00   M...............
  // 0030  00 11 00 ee cf 3d 1f 00 00 01 be e2 60 ec         .....=......`.
  private static final byte[] IPV4_BYTES =
      Hex.bytes(
          "52 54 00 77 00 02 52 54 00 77 00 01 08 00 45 00"
              + "00 30 ce 1f 40 00 40 11 51 49 c0 a8 4d 01 c0 a8"
              + "4d 02 ff c8 12 b7 00 1c 00 00 11 00 ff ff 00 00"
              + "00 11 00 ee cf 3d 1f 00 00 01 be e2 60 ec");

  // RC SEND Only with Invalidate, rocev2-nfs41-basic
  // 0000  52 54 00 77 00 02 52 54 00 77 00 01 08 00 45 00   RT.w..RT.w....E.
  // 0010  00 60 ce 26 40 00 40 11 51 12 c0 a8 4d 01 c0 a8   .`.&@.@.Q...M...
  // 0020  4d 02 ff c8 12 b7 00 4c 00 00 17 00 ff ff 00 00   M......L........
  // 0030  00 11 80 8d ee 64 00 00 0c 47 ee 28 c4 de 00 00   .....d...G.(....
  // 0040  00 01 00 00 00 40 00 00 00 01 00 00 00 00 00 00   .....@..........
  // 0050  00 00 00 00 00 01 00 00 00 01 00 00 0c 47 00 00   .............G..
  // 0060  00 6c ee 28 c4 de 4a 22 00 00 ec 40 64 a9         .l.(..J"...@d.
  private static final byte[] PAYLOAD_BYTES =
      Hex.bytes(
          "52 54 00 77 00 02 52 54 00 77 00 01 08 00 45 00"
              + "00 60 ce 26 40 00 40 11 51 12 c0 a8 4d 01 c0 a8"
              + "4d 02 ff c8 12 b7 00 4c 00 00 17 00 ff ff 00 00"
              + "00 11 80 8d ee 64 00 00 0c 47 ee 28 c4 de 00 00"
              + "00 01 00 00 00 40 00 00 00 01 00 00 00 00 00 00"
              + "00 00 00 00 00 01 00 00 00 01 00 00 0c 47 00 00"
              + "00 6c ee 28 c4 de 4a 22 00 00 ec 40 64 a9");

  // RC Acknowledge, rocev2-nfs41-vlan
  // 0000  52 54 00 77 00 02 52 54 00 77 00 01 81 00 60 4d   RT.w..RT.w....`M
  // 0010  08 00 45 00 00 30 8e f6 40 00 40 11 90 72 c0 a8   ..E..0..@.@..r..
  // 0020  4d 01 c0 a8 4d 02 e1 86 12 b7 00 1c 00 00 11 00   M...M...........
  // 0030  ff ff 00 00 00 11 00 29 55 a2 1f 00 00 01 3d 3c   .......)U.....=<
  // 0040  cc 22                                             ."
  private static final byte[] VLAN_BYTES =
      Hex.bytes(
          "52 54 00 77 00 02 52 54 00 77 00 01 81 00 60 4d"
              + "08 00 45 00 00 30 8e f6 40 00 40 11 90 72 c0 a8"
              + "4d 01 c0 a8 4d 02 e1 86 12 b7 00 1c 00 00 11 00"
              + "ff ff 00 00 00 11 00 29 55 a2 1f 00 00 01 3d 3c"
              + "cc 22");

  // RC Acknowledge, rocev2-nfs41-ipv6
  // 0000  52 54 00 77 00 02 52 54 00 77 00 01 86 dd 60 00   RT.w..RT.w....`.
  // 0010  00 00 00 1c 11 40 fd 00 00 77 00 00 00 00 00 00   .....@...w......
  // 0020  00 00 00 00 00 01 fd 00 00 77 00 00 00 00 00 00   .........w......
  // 0030  00 00 00 00 00 02 d2 3d 12 b7 00 1c 00 00 11 00   .......=........
  // 0040  ff ff 00 00 00 11 00 ab 2b ff 1f 00 00 01 0f fd   ........+.......
  // 0050  44 1e                                             D.
  private static final byte[] IPV6_BYTES =
      Hex.bytes(
          "52 54 00 77 00 02 52 54 00 77 00 01 86 dd 60 00"
              + "00 00 00 1c 11 40 fd 00 00 77 00 00 00 00 00 00"
              + "00 00 00 00 00 01 fd 00 00 77 00 00 00 00 00 00"
              + "00 00 00 00 00 02 d2 3d 12 b7 00 1c 00 00 11 00"
              + "ff ff 00 00 00 11 00 ab 2b ff 1f 00 00 01 0f fd"
              + "44 1e");

  /** The sample packet of IBTA volume 1, 7.8.3 without a global route header, with its ICRC. */
  private static final byte[] LOCAL_BYTES =
      Hex.bytes(
          "70 12 37 5c 00 0e 17 d2 0a 20 24 87 00 87 b1 b3"
              + "00 0d ec 2a 01 71 0a 1c 01 5d 40 02 38 f2 7a 05"
              + "00 00 00 0e bb 88 4d 85 fd 5c fb a4 72 8b c0 69"
              + "0e d4 00 00 96 25 b7 5a");

  private static final int GRH = 40;
  private static final int BTH = 12;

  private static final int ETHERNET = 14;
  private static final int IPV4 = 20;
  private static final int IPV6 = 40;

  private final Icrc icrc = new Icrc();

  @Test
  void shouldAgreeWithRealPackets() {
    assertThat(isRight(IPV4_BYTES, ETHERNET, IPV4, true)).isTrue();
    assertThat(isRight(PAYLOAD_BYTES, ETHERNET, IPV4, true)).isTrue();
    assertThat(isRight(VLAN_BYTES, ETHERNET + 4, IPV4, true)).isTrue();
    assertThat(isRight(IPV6_BYTES, ETHERNET, IPV6, false)).isTrue();
  }

  @Test
  void shouldReadWhatIsStoredAsLittleEndian() {
    assertThat(Icrc.stored(Hex.buffer("be e2 60 ec").array(), 0)).isEqualTo(0xec60e2be);
  }

  @Test
  void shouldLeaveOutExactlyWhatRoutersMayChangeInIpv4() {
    // Type of service, time to live, header checksum, UDP checksum, BTH congestion byte.
    assertThat(ignored(IPV4_BYTES, ETHERNET, IPV4, true))
        .containsExactly(15, 22, 24, 25, 40, 41, 46);
  }

  @Test
  void shouldLeaveOutExactlyWhatRoutersMayChangeInIpv6() {
    // Low half of the traffic class, flow label, hop limit, UDP checksum, BTH congestion byte.
    assertThat(ignored(IPV6_BYTES, ETHERNET, IPV6, false))
        .containsExactly(14, 15, 16, 17, 21, 60, 61, 66);
  }

  @Test
  void shouldTakeTheIpVersionIntoAccount() {
    byte[] changed = IPV6_BYTES.clone();
    changed[ETHERNET] ^= 0x10;

    assertThat(isRight(changed, ETHERNET, IPV6, false)).isFalse();
  }

  @Test
  void shouldKeepIpv4Options() {
    byte[] frame =
        RocePacket.between(Station.at("10.0.0.1"), Station.at("10.0.0.2"))
            .ipv4Options(Hex.bytes("01 01 01 01 94 04 00 00"))
            .payload(Hex.bytes("01 02 03 04 05"))
            .bytes();

    assertThat(isRight(frame, ETHERNET, IPV4 + 8, true)).isTrue();
    frame[ETHERNET + IPV4 + 7] ^= 1;
    assertThat(isRight(frame, ETHERNET, IPV4 + 8, true)).isFalse();
  }

  @Test
  void shouldKeepIpv6ExtensionHeaders() {
    byte[] frame =
        RocePacket.between(Station.at("fd00::1"), Station.at("fd00::2"))
            .ipv6Extension(60, Hex.bytes("00 00 01 04 00 00 00 00"))
            .payload(Hex.bytes("01 02 03 04 05"))
            .bytes();

    assertThat(isRight(frame, ETHERNET, IPV6 + 8, false)).isTrue();
    frame[ETHERNET + IPV6 + 7] ^= 1;
    assertThat(isRight(frame, ETHERNET, IPV6 + 8, false)).isFalse();
  }

  @Test
  void shouldNotRememberThePacketBefore() {
    byte[] withOptions =
        RocePacket.between(Station.at("10.0.0.1"), Station.at("10.0.0.2"))
            .ipv4Options(Hex.bytes("01 01 01 01"))
            .bytes();
    for (int i = 0; i < 3; i++) {
      assertThat(isRight(withOptions, ETHERNET, IPV4 + 4, true)).isTrue();
      assertThat(isRight(IPV6_BYTES, ETHERNET, IPV6, false)).isTrue();
      assertThat(isRight(PAYLOAD_BYTES, ETHERNET, IPV4, true)).isTrue();
      assertThat(isRight(PAYLOAD_BYTES, ETHERNET, IPV4, true)).isTrue();
    }
  }

  @Test
  void shouldAgreeWithTheSampleOfTheSpecification() {
    int at = LOCAL_BYTES.length - Icrc.LENGTH;
    assertThat(icrc.computeLocal(LOCAL_BYTES, 0, at)).isEqualTo(Icrc.stored(LOCAL_BYTES, at));
  }

  @Test
  void shouldLeaveOutExactlyWhatMayChangeWithoutAGlobalRouteHeader() {
    int at = LOCAL_BYTES.length - Icrc.LENGTH;
    List<Integer> ignored = new ArrayList<>();
    for (int bit = 0; bit < at * Byte.SIZE; bit++) {
      byte[] changed = LOCAL_BYTES.clone();
      changed[bit / 8] ^= (byte) (0x80 >> bit % 8);
      if (icrc.computeLocal(changed, 0, at) == Icrc.stored(changed, at)) {
        ignored.add(bit);
      }
    }
    // Virtual lane, BTH congestion byte.
    assertThat(ignored).containsExactly(0, 1, 2, 3, 96, 97, 98, 99, 100, 101, 102, 103);
  }

  @Test
  void shouldLeaveOutExactlyWhatMayChangeWithAGlobalRouteHeader() {
    byte[] packet = new byte[GRH + BTH + 8 + Icrc.LENGTH];
    for (int i = 0; i < packet.length; i++) {
      packet[i] = (byte) (i * 16);
    }
    int at = packet.length - Icrc.LENGTH;
    int expected = icrc.computeGlobal(packet, 0, at);
    List<Integer> ignored = new ArrayList<>();
    for (int i = 0; i < at; i++) {
      byte[] changed = packet.clone();
      changed[i] ^= 1;
      if (icrc.computeGlobal(changed, 0, at) == expected) {
        ignored.add(i);
      }
    }
    // Traffic class, flow label, hop limit, BTH congestion byte.
    assertThat(ignored).containsExactly(0, 1, 2, 3, 7, GRH + 4);
  }

  @Test
  void shouldNotRememberAPacketOfAnotherKind() {
    int at = LOCAL_BYTES.length - Icrc.LENGTH;
    assertThat(isRight(IPV4_BYTES, ETHERNET, IPV4, true)).isTrue();
    assertThat(icrc.computeLocal(LOCAL_BYTES, 0, at)).isEqualTo(Icrc.stored(LOCAL_BYTES, at));
    icrc.computeGlobal(IPV6_BYTES, ETHERNET, IPV6_BYTES.length);
    assertThat(isRight(IPV4_BYTES, ETHERNET, IPV4, true)).isTrue();
    assertThat(isRight(IPV6_BYTES, ETHERNET, IPV6, false)).isTrue();
    assertThat(icrc.computeLocal(LOCAL_BYTES, 0, at)).isEqualTo(Icrc.stored(LOCAL_BYTES, at));
  }

  @Test
  void shouldNoticeAWrongOne() {
    byte[] frame =
        RocePacket.between(Station.at("10.0.0.1"), Station.at("10.0.0.2"))
            .opcode(Opcodes.RC_SEND_ONLY)
            .badIcrc()
            .bytes();

    assertThat(isRight(frame, ETHERNET, IPV4, true)).isFalse();
  }

  /** Offsets of the bytes, from the IP header to before the ICRC, that may change unnoticed. */
  private List<Integer> ignored(byte[] packet, int ip, int ipLength, boolean ipv4) {
    List<Integer> ignored = new ArrayList<>();
    for (int i = ip; i < packet.length - Icrc.LENGTH; i++) {
      byte[] changed = packet.clone();
      changed[i] ^= 0x01;
      if (isRight(changed, ip, ipLength, ipv4)) {
        ignored.add(i);
      }
    }
    return ignored;
  }

  private boolean isRight(byte[] frame, int ip, int ipLength, boolean ipv4) {
    int udp = ip + ipLength;
    int end = frame.length - Icrc.LENGTH;
    return icrc.compute(frame, ip, udp, udp + 8, end, ipv4) == Icrc.stored(frame, end);
  }
}
