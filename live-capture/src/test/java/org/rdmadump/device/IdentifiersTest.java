package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GUIDs and GIDs, to text and back. */
class IdentifiersTest {
  private static final int ROUNDS = 2000;

  @Test
  void shouldReadAGuid() {
    assertThat(Guid.of("0002:c903:0000:1491")).contains(new Guid(0x0002c90300001491L));
    assertThat(Guid.of("2:C903:0:1491")).contains(new Guid(0x0002c90300001491L));
    assertThat(new Guid(0x0002c90300001491L)).hasToString("0002:c903:0000:1491");
    assertThat(new Guid(0).isZero()).isTrue();
    assertThat(new Guid(1).isZero()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":::",
        "0002:c903:0000",
        "0002:c903:0000:1491:",
        "0002:c903:0000:14915",
        "0002:c903:0000:149g",
        "0002:c903:0000:-491",
        "0002:c903:0000: 491",
        "0002c90300001491",
        "0002:c903:0000:\u0661\u0662\u0663\u0664"
      })
  void shouldRefuseWhatIsNoGuid(String text) {
    assertThat(Guid.of(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "fe80:0000:0000:0000:0002:c903:0000:1491, fe80:0000:0000:0000:0002:c903:0000:1491",
    "fe80::2:c903:0:1491, fe80:0000:0000:0000:0002:c903:0000:1491",
    "::, 0000:0000:0000:0000:0000:0000:0000:0000",
    "::1, 0000:0000:0000:0000:0000:0000:0000:0001",
    "ff12::, ff12:0000:0000:0000:0000:0000:0000:0000",
    "1:2:3:4:5:6:7::, 0001:0002:0003:0004:0005:0006:0007:0000",
    "::ffff:192.168.10.7, 0000:0000:0000:0000:0000:ffff:c0a8:0a07",
    "0:0:0:0:0:ffff:192.168.10.7, 0000:0000:0000:0000:0000:ffff:c0a8:0a07"
  })
  void shouldReadAGidInAnyFormOfAnIpv6Address(String text, String whole) {
    assertThat(Gid.of(text)).hasToString("Optional[" + whole + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":::",
        "1",
        "fe80::2::1",
        "fe80::2:c903:0:1491:",
        ":fe80::1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4::5:6:7:8",
        "1:2:3:4:5:6:7:8::",
        "fe80::12345",
        "fe80::g",
        "fe80::1%eth0",
        "192.168.10.7",
        "::192.168.10",
        "::192.168.10.256",
        "::192.168.10.0007",
        "::192.168.10.7:1",
        "192.168.10.7::1",
        "1:2:3:4:5:6:7:192.168.10.7"
      })
  void shouldRefuseWhatIsNoGid(String text) {
    assertThat(Gid.of(text)).isEmpty();
  }

  @Test
  void shouldReadWhatItWrites() {
    Random random = new Random(8);
    for (int i = 0; i < ROUNDS; i++) {
      Gid gid = new Gid(sparse(random), sparse(random));

      assertThat(Gid.of(gid.toString())).contains(gid);
      assertThat(Guid.of(gid.guid().toString())).contains(gid.guid());
    }
  }

  @Test
  void shouldReadAddressesAsTheLibraryDoes() throws UnknownHostException {
    Random random = new Random(9);
    for (int i = 0; i < ROUNDS; i++) {
      String text = shortened(new Gid(sparse(random), sparse(random)).toString(), random);

      byte[] bytes = InetAddress.getByName(text).getAddress();
      if (bytes.length == Inet6Address.getLoopbackAddress().getAddress().length) {
        continue; // An IPv4-mapped address, which the library takes for IPv4.
      }
      ByteBuffer halves = ByteBuffer.wrap(bytes);
      assertThat(Gid.of(text)).contains(new Gid(halves.getLong(), halves.getLong()));
    }
  }

  /** Bits of which many groups are zero. */
  private static long sparse(Random random) {
    long bits = 0;
    for (int i = 0; i < 4; i++) {
      bits = bits << 16 | (random.nextBoolean() ? 0 : random.nextInt(1 << 16));
    }
    return bits;
  }

  /** The same with a run of zero groups, if there is one, as two colons. */
  private static String shortened(String text, Random random) {
    String brief = text.replaceAll("\\b0{1,3}(?=[0-9a-f])", "");
    return random.nextBoolean() ? brief.replaceFirst("(^|:)0(:0)+(:|$)", "::") : brief;
  }
}
