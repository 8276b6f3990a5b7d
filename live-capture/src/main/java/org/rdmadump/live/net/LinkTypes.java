package org.rdmadump.live.net;

/**
 * libpcap's numbers of link types (DLT_), which differ from system to system where those of files
 * (LINKTYPE_) do not. Here, of Linux.
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
