package org.rdmadump.ib.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.ib.build.Hex;
import org.rdmadump.ib.build.Mad;

/** Offsets are those of IBTA volume 1, 13.4.2. */
class MadHeaderTest {
  @Test
  void shouldReadEveryFieldAtItsPlace() {
    ByteBuffer bytes =
        Hex.buffer(
            """
            ffff
            01 03 02 81  # BaseVersion, MgmtClass, ClassVersion, Method
            0300 1234    # Status, ClassSpecific
            1122334455667788
            0035 0000    # AttributeID, reserved
            0a0b0c0d     # AttributeModifier
            """
                .replaceAll("#.*", ""));

    assertThat(MadHeader.read(bytes, 2))
        .isEqualTo(
            new MadHeader(1, 3, 2, 0x81, 0x0300, 0x1234, 0x1122334455667788L, 0x35, 0x0a0b0c0d));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x03 | 0x81 | 0x0035 | SubnAdmGetResp(PathRecord)",
        "0x03 | 0x02 | 0x0038 | SubnAdmSet(MCMemberRecord)",
        "0x03 | 0x92 | 0x0011 | SubnAdmGetTableResp(NodeRecord)",
        "0x03 | 0x15 | 0x0031 | SubnAdmDelete(ServiceRecord)",
        "0x03 | 0x06 | 0x0002 | SubnAdmReport(Notice)",
        "0x01 | 0x02 | 0x0015 | SubnSet(PortInfo)",
        "0x81 | 0x01 | 0x0011 | SubnGet(NodeInfo)",
        "0x01 | 0x05 | 0x0002 | SubnTrap(Notice)",
        "0x01 | 0x07 | 0x0002 | SubnTrapRepress(Notice)",
        "0x04 | 0x01 | 0x001d | PerfGet(PortCountersExtended)",
        "0x05 | 0x03 | 0x0020 | BMSend(attribute 0x0020)",
        "0x06 | 0x01 | 0x0010 | DevMgtGet(IOUnitInfo)",
        "0x07 | 0x03 | 0x0010 | ComMgtSend(ConnectRequest)",
        "0x08 | 0x03 | 0x0011 | SNMPSend(attribute 0x0011)",
        "0x09 | 0x01 | 0x0001 | Vendor 0x09 Get(ClassPortInfo)",
        "0x2f | 0x01 | 0xff00 | Application 0x2f Get(attribute 0xff00)",
        "0x02 | 0x44 | 0x0010 | Reserved 0x02 method 0x44 (attribute 0x0010)",
        "0x03 | 0x44 | 0x0035 | SubnAdm method 0x44 (PathRecord)",
      })
  void shouldNameWhatItIs(int managementClass, int method, int attribute, String text) {
    assertThat(header(managementClass, method, 0, attribute).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0x81, 0x001c", "0x01, 0x801c"})
  void shouldTakeTheDirectionOfADirectedRouteForNoStatus(int managementClass, int bits) {
    assertThat(header(managementClass, Mad.GET_RESP, 0x801c, 0x11).outcome().bits())
        .isEqualTo(bits);
  }

  @Test
  void shouldHaveWordsForEveryClassAndMethod() {
    SplittableRandom random = new SplittableRandom(1);
    for (int managementClass = 0; managementClass < 0x100; managementClass++) {
      for (int method = 0; method < 0x100; method++) {
        int status = random.nextInt(0x10000);
        MadHeader header = header(managementClass, method, status, random.nextInt(0x10000));
        assertThat(header.text()).matches("[A-Za-z]+( 0x..)? ?(method 0x.. |[A-Z]\\w+)\\(.+\\)");
        assertThat(header.outcome().text()).isNotBlank();
      }
    }
  }

  private static MadHeader header(int managementClass, int method, int status, int attribute) {
    return MadHeader.read(ByteBuffer.wrap(Mad.of(managementClass, method, status, attribute)), 0);
  }
}
