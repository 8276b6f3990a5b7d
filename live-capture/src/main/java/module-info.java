/** Live capture: devices as sources of frames, and capture files. */
module org.rdmadump.live {
  requires transitive org.rdmadump.core;
  requires transitive org.rdmadump.verbs;

  // For pcap4j, which is on the class path: Libpcap says why.
  requires java.sql;
  requires static org.jspecify;

  exports org.rdmadump.device;
  exports org.rdmadump.live;
  exports org.rdmadump.live.file;
  exports org.rdmadump.live.hca;
  exports org.rdmadump.live.net;
}
