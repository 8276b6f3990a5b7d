package org.rdmadump.ib.cm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.ib.build.CmMad;
import org.rdmadump.ib.build.Hex;
import org.rdmadump.net.IpAddress;

class IpCmPrivateDataTest {
  // Private data of the REQ of a Linux client, rocev2-nfs41-basic
  // 0000  00 40 81 9a 00 00 00 00 00 00 00 00 00 00 00 00
  // 0010  c0 a8 4d 02 00 00 00 00 00 00 00 00 00 00 00 00
  // 0020  c0 a8 4d 01
  private static final byte[] IPV4_BYTES =
      Hex.bytes(
          "00 40 81 9a 00 00 00 00 00 00 00 00 00 00 00 00"
              + "c0 a8 4d 02 00 00 00 00 00 00 00 00 00 00 00 00"
              + "c0 a8 4d 01");

  // Private data of the REQ of a Linux client, rocev2-nfs41-ipv6
  // 0000  00 60 86 52 fd 00 00 77 00 00 00 00 00 00 00 00
  // 0010  00 00 00 02 fd 00 00 77 00 00 00 00 00 00 00 00
  // 0020  00 00 00 01
  private static final byte[] IPV6_BYTES =
      Hex.bytes(
          "00 60 86 52 fd 00 00 77 00 00 00 00 00 00 00 00"
              + "00 00 00 02 fd 00 00 77 00 00 00 00 00 00 00 00"
              + "00 00 00 01");

  @Test
  void shouldReadIpv4Addresses() {
    assertThat(read(IPV4_BYTES))
        .contains(
            new IpCmPrivateData(
                0, 0, 4, 0x819a, IpAddress.ofIpv4(0xc0a84d02), IpAddress.ofIpv4(0xc0a84d01)));
  }

  @Test
  void shouldReadIpv6Addresses() {
    assertThat(read(IPV6_BYTES))
        .contains(
            new IpCmPrivateData(
                0,
                0,
                6,
                0x8652,
                new IpAddress(0xfd00007700000000L, 2),
                new IpAddress(0xfd00007700000000L, 1)));
  }

  @Test
  void shouldFindNothingInAPartOfIt() {
    for (int length = 0; length < IpCmPrivateData.LENGTH; length++) {
      assertThat(read(Arrays.copyOf(IPV4_BYTES, length))).isEmpty();
    }
  }

  @Test
  void shouldFindNothingInOtherVersions() {
    assertThat(read(with(0, 0x10))).isEmpty();
    assertThat(read(with(1, 0x50))).isEmpty();
    assertThat(read(with(0, 0x01))).map(IpCmPrivateData::minorVersion).contains(1);
  }

  @Test
  void shouldReadWhatTheBuilderWrites() {
    IpAddress client = new IpAddress(0xfd00007700000000L, 2);
    IpAddress server = new IpAddress(0xfd00007700000000L, 1);

    assertThat(CmMad.ipCm(client, 0x8652, server, new byte[0])).isEqualTo(IPV6_BYTES);
  }

  @Test
  void shouldTakeAServiceIdApart() {
    ServiceId nfs = new ServiceId(0x0000000001064e51L);

    assertThat(nfs.isIpCm()).isTrue();
    assertThat(nfs.protocol()).isEqualTo(ServiceId.TCP);
    assertThat(nfs.port()).isEqualTo(20049);
    assertThat(nfs).hasToString("0x0000000001064e51").isEqualTo(ServiceId.ofIpCm(6, 20049));
  }

  @Test
  void shouldNotTakeAnotherServiceForIp() {
    assertThat(new ServiceId(0x1000000001064e51L).isIpCm()).isFalse();
    assertThat(new ServiceId(0x0000000002064e51L).isIpCm()).isFalse();
    assertThat(ServiceId.ofIpCm(0xff, 0xffff).isIpCm()).isTrue();
    assertThat(ServiceId.ofIpCm(0xff, 0xffff).protocol()).isEqualTo(0xff);
  }

  private static byte[] with(int offset, int value) {
    byte[] bytes = IPV4_BYTES.clone();
    bytes[offset] = (byte) value;
    return bytes;
  }

  private static Optional<IpCmPrivateData> read(byte[] bytes) {
    return IpCmPrivateData.read(Hex.buffer(bytes), 0, bytes.length);
  }
}
