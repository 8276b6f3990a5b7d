package org.rdmadump.live.net;

/**
 * Converts link types between libpcap (DLT_) and files (LINKTYPE_). DLT_ numbers differ between
 * systems; these are Linux's.
 */
final class LinkTypes {
  private static final int DLT_RAW = 12;
  private static final int LINKTYPE_RAW = 101;

  private LinkTypes() {}

  static int ofFile(int dlt) {
    return dlt == DLT_RAW ? LINKTYPE_RAW : dlt;
  }

  static int ofLibpcap(int linkType) {
    return linkType == LINKTYPE_RAW ? DLT_RAW : linkType;
  }
}
