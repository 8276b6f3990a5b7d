package org.rdmadump.ib.mad;

/**
 * What a management datagram manages.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.4.
 */
public enum ManagementClass {
  /** Subnet management, routed by LID. */
  SUBN_LID_ROUTED("Subn", "Subn LID routed"),
  /** Subnet management, routed port by port before there are LIDs. */
  SUBN_DIRECTED_ROUTE("Subn", "Subn directed route"),
  /** Subnet administration: paths, multicast groups, services. */
  SUBN_ADM("SubnAdm", "SubnAdm"),
  /** Performance management: counters of ports. */
  PERF("Perf", "Perf"),
  /** Baseboard management. */
  BM("BM", "BM"),
  /** Device management: controllers behind a port. */
  DEV_MGT("DevMgt", "DevMgt"),
  /** Communication management: connections. */
  COM_MGT("ComMgt", "ComMgt"),
  /** SNMP in management datagrams. */
  SNMP("SNMP", "SNMP"),
  /** Classes that vendors use for themselves. */
  VENDOR("Vendor", "Vendor"),
  /** Classes of applications. */
  APPLICATION("Application", "Application"),
  /** Numbers that no class has. */
  RESERVED("Reserved", "Reserved");

  private final String prefix;
  private final String text;

  ManagementClass(String prefix, String text) {
    this.prefix = prefix;
    this.text = text;
  }

  /** {@return the class with the given number, {@link #RESERVED} if there is none} */
  public static ManagementClass of(int code) {
    return switch (code) {
      case 0x01 -> SUBN_LID_ROUTED;
      case 0x81 -> SUBN_DIRECTED_ROUTE;
      case 0x03 -> SUBN_ADM;
      case 0x04 -> PERF;
      case 0x05 -> BM;
      case 0x06 -> DEV_MGT;
      case MadHeader.COMMUNICATION_MANAGEMENT -> COM_MGT;
      case 0x08 -> SNMP;
      default -> ofRange(code);
    };
  }

  private static ManagementClass ofRange(int code) {
    if ((code >= 0x09 && code <= 0x0f) || (code >= 0x30 && code <= 0x4f)) {
      return VENDOR;
    }
    return code >= 0x10 && code <= 0x2f ? APPLICATION : RESERVED;
  }

  /** {@return whether it stands for many numbers} */
  public boolean isRange() {
    return this == VENDOR || this == APPLICATION || this == RESERVED;
  }

  /** {@return what the specification puts before the names of the class's methods} */
  public String prefix() {
    return prefix;
  }

  /** {@return the name of the class} */
  public String text() {
    return text;
  }
}
