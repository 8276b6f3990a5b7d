package org.rdmadump.cli;

import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;

/** The chapters of the list of fields, in their order. */
enum FieldChapter {
  /** Those asked for most. */
  USED("most used"),
  /** Those of messages that are in no layer. */
  MESSAGES("number, times, addresses and connection of a message"),
  /** The header and its chunks. */
  RPCRDMA("RPC-over-RDMA: header, chunks, segments, RDMA operations", "rpcrdma", "transfers"),
  /** RPC. */
  RPC("RPC: program, status, latency, credentials", "rpc"),
  /** NFS, apart from its operations. */
  NFS("NFS: what all operations of a message have in common", "nfs"),
  /** Arguments and results. */
  OPERATIONS("NFS: arguments and results of each operation"),
  /** What is wrong. */
  FINDINGS("errors and notable events, also with check", "findings"),
  /** Other programs. */
  PROGRAMS(
      "ACL, MOUNT, lock manager, status monitor, portmapper",
      "nfs_acl",
      "mount",
      "nlm",
      "nsm",
      "portmap"),
  /** NVMe over RDMA. */
  NVME("NVMe over RDMA: commands, responses, data", "nvme"),
  /** Connections without RPC. */
  CONNECTIONS("with --connections: connections without RPC"),
  /** Those of exchanges only. */
  EXCHANGES("with --exchanges, in addition to fields of messages"),
  /** Those of frames that are in no layer. */
  FRAMES("with --frames: number, length and message of a frame"),
  /** Names of Wireshark's. */
  WIRESHARK("names of Wireshark for messages, and with --frames for frames, with its values"),
  /** Layers of InfiniBand. */
  INFINIBAND(
      "with --frames: headers of InfiniBand and RoCE, connection management",
      "lrh",
      "rwh",
      "grh",
      "bth",
      "rdeth",
      "deth",
      "xrceth",
      "feth",
      "reth",
      "atomiceth",
      "aeth",
      "atomicacketh",
      "immdt",
      "ieth",
      "mad",
      "cm",
      "icrc",
      "vcrc"),
  /** Layers of iWARP. */
  IWARP("with --frames: MPA, DDP, RDMAP", "mpa", "ddp", "rdmap"),
  /** All other layers. */
  NETWORK("with --frames: Ethernet, tunnels, IP, UDP, TCP");

  private static final String OPERATION = "nfs.operations";

  private final String about;

  /** Made by {@link List#of}. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> layers;

  FieldChapter(String about, String... layers) {
    this.about = about;
    this.layers = List.of(layers);
  }

  /** {@return what it is asked for by} */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return whether a chapter is asked for by a word} */
  static boolean isOne(String word) {
    for (FieldChapter each : values()) {
      if (each.word().equalsIgnoreCase(word)) {
        return true;
      }
    }
    return false;
  }

  /** {@return what its fields are about} */
  String about() {
    return about;
  }

  /**
   * {@return the chapter of a field, that of those used most aside}
   *
   * @param otherwise the chapter of a field of its record that is in no layer
   */
  static FieldChapter of(Field<?> field, FieldChapter otherwise) {
    String name = field.name();
    if (field.dialect() == Dialect.WIRESHARK) {
      return WIRESHARK;
    }
    if (otherwise == EXCHANGES) {
      return EXCHANGES;
    }
    if (name.startsWith(OPERATION)) {
      return OPERATIONS;
    }
    int dot = name.indexOf('.');
    String layer = dot < 0 ? name : name.substring(0, dot);
    for (FieldChapter each : values()) {
      if (each.layers.contains(layer)) {
        return each;
      }
    }
    return otherwise == FRAMES && dot >= 0 ? NETWORK : otherwise;
  }
}
