package org.rdmadump.ib.mad;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names of attributes, what the methods of a class are applied to. A number means something within
 * its class only, but for the first three.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.8 (common), 14.2.5 (subnet management),
 * 15.2.5 (subnet administration), 16.1.3 (performance), 16.3.3 (device), 16.7 (communication).
 */
public final class MadAttribute {
  private static final int HEX = 16;

  /** 13.4.8: of every class. */
  private static final Map<Integer, String> COMMON =
      table(
          """
          0001 ClassPortInfo
          0002 Notice
          0003 InformInfo
          """);

  /** 14.2.5. */
  private static final Map<Integer, String> SUBNET_MANAGEMENT =
      table(
          """
          0010 NodeDescription
          0011 NodeInfo
          0012 SwitchInfo
          0014 GUIDInfo
          0015 PortInfo
          0016 P_KeyTable
          0017 SLtoVLMappingTable
          0018 VLArbitrationTable
          0019 LinearForwardingTable
          001a RandomForwardingTable
          001b MulticastForwardingTable
          001c LinkSpeedWidthPairsTable
          0020 SMInfo
          0030 VendorDiag
          0031 LedInfo
          """);

  /** 15.2.5. */
  private static final Map<Integer, String> SUBNET_ADMINISTRATION =
      table(
          """
          0011 NodeRecord
          0012 PortInfoRecord
          0013 SLtoVLMappingTableRecord
          0014 SwitchInfoRecord
          0015 LinearForwardingTableRecord
          0016 RandomForwardingTableRecord
          0017 MulticastForwardingTableRecord
          0018 SMInfoRecord
          0019 LinkSpeedWidthPairsTableRecord
          0020 LinkRecord
          0030 GuidInfoRecord
          0031 ServiceRecord
          0033 P_KeyTableRecord
          0035 PathRecord
          0036 VLArbitrationTableRecord
          0038 MCMemberRecord
          0039 TraceRecord
          003a MultiPathRecord
          003b ServiceAssociationRecord
          00f3 InformInfoRecord
          """);

  /** 16.1.3. */
  private static final Map<Integer, String> PERFORMANCE =
      table(
          """
          0010 PortSamplesControl
          0011 PortSamplesResult
          0012 PortCounters
          0015 PortRcvErrorDetails
          0016 PortXmitDiscardDetails
          0017 PortOpRcvCounters
          0018 PortFlowCtlCounters
          0019 PortVLOpPackets
          001a PortVLOpData
          001b PortVLXmitFlowCtlUpdateErrors
          001c PortVLXmitWaitCounters
          001d PortCountersExtended
          001e PortSamplesResultExtended
          0030 SwPortVLCongestion
          """);

  /** 16.3.3. */
  private static final Map<Integer, String> DEVICE =
      table(
          """
          0010 IOUnitInfo
          0011 IOControllerProfile
          0012 ServiceEntries
          0020 DiagnosticTimeout
          0021 PrepareToTest
          0022 TestDeviceOnce
          0023 TestDeviceLoop
          0024 DiagCode
          """);

  /** 16.7. */
  private static final Map<Integer, String> COMMUNICATION =
      table(
          """
          0010 ConnectRequest
          0011 MsgRcptAck
          0012 ConnectReject
          0013 ConnectReply
          0014 ReadyToUse
          0015 DisconnectRequest
          0016 DisconnectReply
          0017 ServiceIDResReq
          0018 ServiceIDResReqResp
          0019 LoadAlternatePath
          001a AlternatePathResponse
          """);

  /** How an attribute without a name is written. */
  public static final String NUMBERED = "attribute 0x%04x";

  private MadAttribute() {}

  private static Map<Integer, String> table(String lines) {
    Map<Integer, String> names = new TreeMap<>();
    for (String line : lines.strip().split("\n", -1)) {
      int space = line.indexOf(' ');
      names.put(Integer.parseInt(line.substring(0, space), HEX), line.substring(space + 1));
    }
    return names;
  }

  /** {@return the name of an attribute, {@code attribute 0x1234} if it is not known here} */
  public static String text(ManagementClass managementClass, int attributeId) {
    String name = COMMON.get(attributeId);
    if (name == null) {
      name = ofClass(managementClass).get(attributeId);
    }
    return name == null ? String.format(Locale.US, NUMBERED, attributeId) : name;
  }

  /** {@return every name that an attribute can have, each once} */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>(COMMON.values());
    for (ManagementClass each : ManagementClass.values()) {
      names.addAll(ofClass(each).values());
    }
    return List.copyOf(names);
  }

  private static Map<Integer, String> ofClass(ManagementClass managementClass) {
    return switch (managementClass) {
      case SUBN_LID_ROUTED, SUBN_DIRECTED_ROUTE -> SUBNET_MANAGEMENT;
      case SUBN_ADM -> SUBNET_ADMINISTRATION;
      case PERF -> PERFORMANCE;
      case DEV_MGT -> DEVICE;
      case COM_MGT -> COMMUNICATION;
      case BM, SNMP, VENDOR, APPLICATION, RESERVED -> Map.of();
    };
  }
}
