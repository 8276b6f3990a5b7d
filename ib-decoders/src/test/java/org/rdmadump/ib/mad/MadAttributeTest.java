package org.rdmadump.ib.mad;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.ib.cm.CmKind;

/** The names that {@code TsharkMadsTest} does not compare with another program's. */
class MadAttributeTest {
  @ParameterizedTest
  @EnumSource
  void shouldNameTheCommonOnesInEveryClass(ManagementClass managementClass) {
    assertThat(MadAttribute.text(managementClass, 1)).isEqualTo("ClassPortInfo");
    assertThat(MadAttribute.text(managementClass, 2)).isEqualTo("Notice");
    assertThat(MadAttribute.text(managementClass, 3)).isEqualTo("InformInfo");
    assertThat(MadAttribute.text(managementClass, 0)).isEqualTo("attribute 0x0000");
  }

  @ParameterizedTest
  @CsvSource({
    "PERF, 0x10, PortSamplesControl",
    "PERF, 0x11, PortSamplesResult",
    "PERF, 0x15, PortRcvErrorDetails",
    "PERF, 0x16, PortXmitDiscardDetails",
    "PERF, 0x17, PortOpRcvCounters",
    "PERF, 0x18, PortFlowCtlCounters",
    "PERF, 0x19, PortVLOpPackets",
    "PERF, 0x1a, PortVLOpData",
    "PERF, 0x1b, PortVLXmitFlowCtlUpdateErrors",
    "PERF, 0x1c, PortVLXmitWaitCounters",
    "PERF, 0x1e, PortSamplesResultExtended",
    "PERF, 0x30, SwPortVLCongestion",
    "BM, 0x10, attribute 0x0010",
    "DEV_MGT, 0x10, IOUnitInfo",
    "DEV_MGT, 0x11, IOControllerProfile",
    "DEV_MGT, 0x12, ServiceEntries",
    "DEV_MGT, 0x24, DiagCode",
    "SNMP, 0x10, attribute 0x0010",
    "VENDOR, 0x10, attribute 0x0010",
    "APPLICATION, 0x35, attribute 0x0035",
  })
  void shouldNameThoseOfAClass(ManagementClass managementClass, int attribute, String name) {
    assertThat(MadAttribute.text(managementClass, attribute)).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
  void shouldNameEveryMessageOfTheConnectionManager(CmKind kind) {
    assertThat(kind.text()).isNotEmpty().doesNotContain("attribute");
  }
}
