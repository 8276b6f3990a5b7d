package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The layers of frames, by the names that output and filters have for them. */
public enum LayerName {
  /** ERF record. */
  ERF("erf", "link", "record of a capture card (ERF)"),
  /** Ethernet. */
  ETH("eth", "link", "Ethernet", "ethernet"),
  /** Linux cooked capture, of both versions. */
  SLL("sll", "link", "Linux cooked capture"),
  /** BSD loopback. */
  NULL("null", "link", "BSD loopback"),
  /** VLAN tag. */
  VLAN("vlan", "link", "VLAN tag"),
  /** MPLS label. */
  MPLS("mpls", "tunnel", "MPLS label"),
  /** GRE. */
  GRE("gre", "tunnel", "GRE"),
  /** ERSPAN. */
  ERSPAN("erspan", "tunnel", "frame mirrored by a switch (ERSPAN)"),
  /** VXLAN. */
  VXLAN("vxlan", "tunnel", "VXLAN"),
  /** Geneve. */
  GENEVE("geneve", "tunnel", "Geneve"),
  /** IP version 4 and 6. */
  IP("ip", "net", "IP version 4 or 6"),
  /** Extension header of IPv6. */
  IPV6_EXTENSION("ipv6ext", "net", "extension header of IPv6"),
  /** UDP. */
  UDP("udp", "net", "UDP"),
  /** TCP. */
  TCP("tcp", "net", "TCP"),
  /** Local route header. */
  LRH("lrh", "ib", "local route header of InfiniBand"),
  /** Raw header. */
  RWH("rwh", "ib", "raw header of InfiniBand"),
  /** Global route header. */
  GRH("grh", "ib", "global route header of InfiniBand"),
  /** Base transport header. */
  BTH("bth", "ib", "base transport header"),
  /** Reliable datagram header. */
  RDETH("rdeth", "ib", "reliable datagram extended transport header"),
  /** Datagram header. */
  DETH("deth", "ib", "datagram extended transport header"),
  /** XRC header. */
  XRCETH("xrceth", "ib", "XRC extended transport header"),
  /** FLUSH header. */
  FETH("feth", "ib", "FLUSH extended transport header"),
  /** RDMA header. */
  RETH("reth", "ib", "RDMA extended transport header"),
  /** ATOMIC header. */
  ATOMICETH("atomiceth", "ib", "ATOMIC extended transport header"),
  /** ACK header. */
  AETH("aeth", "ib", "ACK extended transport header"),
  /** ATOMIC acknowledge header. */
  ATOMICACKETH("atomicacketh", "ib", "ATOMIC acknowledge extended transport header"),
  /** Immediate data. */
  IMMDT("immdt", "ib", "immediate data"),
  /** Invalidate header. */
  IETH("ieth", "ib", "invalidate extended transport header"),
  /** Management datagram. */
  MAD("mad", "ib", "header of a management datagram"),
  /** Connection management. */
  CM("cm", "ib", "message of connection management"),
  /** Invariant CRC. */
  ICRC("icrc", "ib", "invariant CRC"),
  /** Variant CRC. */
  VCRC("vcrc", "ib", "variant CRC"),
  /** MPA. */
  MPA("mpa", "iwarp", "FPDU or start-up frame of MPA"),
  /** DDP. */
  DDP("ddp", "iwarp", "DDP segment"),
  /** RDMAP. */
  RDMAP("rdmap", "iwarp", "RDMAP message"),
  /** RPC-over-RDMA. */
  RPCRDMA("rpcrdma", "rpc", "RPC-over-RDMA header beginning in the frame", "rpcordma"),
  /** NVMe over RDMA. */
  NVME("nvme", "nvme", "queue entry of an NVMe capsule beginning in the frame");

  private static final LayerName[] ALL = values();

  private final String label;
  private final String group;
  private final String meaning;

  /** Made by {@link List#of}. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> aliases;

  LayerName(String label, String group, String meaning, String... aliases) {
    this.label = label;
    this.group = group;
    this.meaning = meaning;
    this.aliases = List.of(aliases);
  }

  /** {@return its name in output, filters and {@code --layers}} */
  public String label() {
    return label;
  }

  /** {@return name that it is chosen by together with others, such as {@code ib}} */
  public String group() {
    return group;
  }

  /** {@return what it is, in words} */
  public String meaning() {
    return meaning;
  }

  /** {@return what Wireshark calls it, and other names} */
  String[] otherNames() {
    List<String> names = new ArrayList<>(aliases);
    switch (this) {
      case MPA, DDP -> names.add("iwarp_" + label);
      case RDMAP -> names.add("iwarp_rdma");
      case BTH -> {
        names.add("infiniband");
        names.add("infiniband.bth");
      }
      case LRH, GRH, RDETH, DETH, RETH, ATOMICETH, AETH, ATOMICACKETH, IMMDT, IETH, MAD ->
          names.add("infiniband." + label);
      default -> {}
    }
    return names.toArray(new String[0]);
  }

  /** {@return the layers that a name stands for: one, or those of a group; none if unknown} */
  public static List<LayerName> of(String word) {
    String name = word.toLowerCase(Locale.ROOT);
    List<LayerName> found = new ArrayList<>(1);
    for (LayerName each : ALL) {
      if (each.label.equals(name) || each.group.equals(name) || each.aliases.contains(name)) {
        found.add(each);
      }
    }
    return found;
  }
}
