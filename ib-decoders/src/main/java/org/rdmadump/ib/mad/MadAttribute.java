package org.rdmadump.ib.mad;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names of attributes, what the methods of a class are applied to. A number means something within
 * its class only, but for the first three.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.8 (common), 14.2.5 (subnet management),
 * 15.2.5 (subnet administration), 16.1.3 (performance), 16.3.3 (device), 16.7 (communication).
 */
public final class MadAttribute {
  /** Numbers of attributes have 16 bits. */
  private static final int ATTRIBUTE_IDS = 1 << 16;

  private MadAttribute() {}

  /** {@return the name of an attribute, {@code attribute 0x1234} if it is not known here} */
  public static String text(ManagementClass managementClass, int attributeId) {
    String name = ofAny(managementClass, attributeId);
    return name.isEmpty() ? String.format(Locale.ROOT, "attribute 0x%04x", attributeId) : name;
  }

  private static String ofAny(ManagementClass managementClass, int attributeId) {
    return switch (attributeId) {
      case 0x0001 -> "ClassPortInfo";
      case 0x0002 -> "Notice";
      case 0x0003 -> "InformInfo";
      default -> ofClass(managementClass, attributeId);
    };
  }

  /** {@return every name that an attribute can have, each once} */
  public static List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (ManagementClass each : ManagementClass.values()) {
      for (int id = 0; id < ATTRIBUTE_IDS; id++) {
        String name = ofAny(each, id);
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
    }
    return List.copyOf(names);
  }

  private static String ofClass(ManagementClass managementClass, int attributeId) {
    return switch (managementClass) {
      case SUBN_LID_ROUTED, SUBN_DIRECTED_ROUTE -> ofSubnetManagement(attributeId);
      case SUBN_ADM -> ofSubnetAdministration(attributeId);
      case PERF -> ofPerformance(attributeId);
      case DEV_MGT -> ofDevice(attributeId);
      case COM_MGT -> ofCommunication(attributeId);
      case BM, SNMP, VENDOR, APPLICATION, RESERVED -> "";
    };
  }

  private static String ofSubnetManagement(int attributeId) {
    return switch (attributeId) {
      case 0x0010 -> "NodeDescription";
      case 0x0011 -> "NodeInfo";
      case 0x0012 -> "SwitchInfo";
      case 0x0014 -> "GUIDInfo";
      case 0x0015 -> "PortInfo";
      case 0x0016 -> "P_KeyTable";
      case 0x0017 -> "SLtoVLMappingTable";
      case 0x0018 -> "VLArbitrationTable";
      case 0x0019 -> "LinearForwardingTable";
      case 0x001a -> "RandomForwardingTable";
      case 0x001b -> "MulticastForwardingTable";
      case 0x001c -> "LinkSpeedWidthPairsTable";
      case 0x0020 -> "SMInfo";
      case 0x0030 -> "VendorDiag";
      case 0x0031 -> "LedInfo";
      default -> "";
    };
  }

  private static String ofSubnetAdministration(int attributeId) {
    return switch (attributeId) {
      case 0x0011 -> "NodeRecord";
      case 0x0012 -> "PortInfoRecord";
      case 0x0013 -> "SLtoVLMappingTableRecord";
      case 0x0014 -> "SwitchInfoRecord";
      case 0x0015 -> "LinearForwardingTableRecord";
      case 0x0016 -> "RandomForwardingTableRecord";
      case 0x0017 -> "MulticastForwardingTableRecord";
      case 0x0018 -> "SMInfoRecord";
      case 0x0019 -> "LinkSpeedWidthPairsTableRecord";
      case 0x0020 -> "LinkRecord";
      case 0x0030 -> "GuidInfoRecord";
      case 0x0031 -> "ServiceRecord";
      case 0x0033 -> "P_KeyTableRecord";
      case 0x0035 -> "PathRecord";
      case 0x0036 -> "VLArbitrationTableRecord";
      case 0x0038 -> "MCMemberRecord";
      case 0x0039 -> "TraceRecord";
      case 0x003a -> "MultiPathRecord";
      case 0x003b -> "ServiceAssociationRecord";
      case 0x00f3 -> "InformInfoRecord";
      default -> "";
    };
  }

  private static String ofPerformance(int attributeId) {
    return switch (attributeId) {
      case 0x0010 -> "PortSamplesControl";
      case 0x0011 -> "PortSamplesResult";
      case 0x0012 -> "PortCounters";
      case 0x0015 -> "PortRcvErrorDetails";
      case 0x0016 -> "PortXmitDiscardDetails";
      case 0x0017 -> "PortOpRcvCounters";
      case 0x0018 -> "PortFlowCtlCounters";
      case 0x0019 -> "PortVLOpPackets";
      case 0x001a -> "PortVLOpData";
      case 0x001b -> "PortVLXmitFlowCtlUpdateErrors";
      case 0x001c -> "PortVLXmitWaitCounters";
      case 0x001d -> "PortCountersExtended";
      case 0x001e -> "PortSamplesResultExtended";
      case 0x0030 -> "SwPortVLCongestion";
      default -> "";
    };
  }

  private static String ofDevice(int attributeId) {
    return switch (attributeId) {
      case 0x0010 -> "IOUnitInfo";
      case 0x0011 -> "IOControllerProfile";
      case 0x0012 -> "ServiceEntries";
      case 0x0020 -> "DiagnosticTimeout";
      case 0x0021 -> "PrepareToTest";
      case 0x0022 -> "TestDeviceOnce";
      case 0x0023 -> "TestDeviceLoop";
      case 0x0024 -> "DiagCode";
      default -> "";
    };
  }

  private static String ofCommunication(int attributeId) {
    return switch (attributeId) {
      case 0x0010 -> "ConnectRequest";
      case 0x0011 -> "MsgRcptAck";
      case 0x0012 -> "ConnectReject";
      case 0x0013 -> "ConnectReply";
      case 0x0014 -> "ReadyToUse";
      case 0x0015 -> "DisconnectRequest";
      case 0x0016 -> "DisconnectReply";
      case 0x0017 -> "ServiceIDResReq";
      case 0x0018 -> "ServiceIDResReqResp";
      case 0x0019 -> "LoadAlternatePath";
      case 0x001a -> "AlternatePathResponse";
      default -> "";
    };
  }
}
