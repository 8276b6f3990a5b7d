package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.Feth;
import org.rdmadump.ib.Ieth;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Rdeth;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.XrcEth;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.link.ErfHeader;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LoopbackHeader;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.RawHeader;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.link.SllHeader;
import org.rdmadump.link.VlanTag;
import org.rdmadump.net.ErspanHeader;
import org.rdmadump.net.GeneveHeader;
import org.rdmadump.net.GreHeader;
import org.rdmadump.net.Grh;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Extension;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.net.Ipv6Header;
import org.rdmadump.net.MplsLabel;
import org.rdmadump.net.UdpHeader;
import org.rdmadump.net.VxlanHeader;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.tcp.TcpHeader;

/**
 * The types of header: which layer each is, and its fields. The fields of a type are made when one
 * of it is met.
 */
public final class HeaderKinds {
  private final Map<Class<? extends Record>, HeaderFields<?>> made = new HashMap<>();

  /** Knows all types. */
  public HeaderKinds() {}

  /** A type of header, and what adds its fields. */
  private record Kind<H extends Record>(
      LayerName layer, Class<H> type, Consumer<FieldTable<H>> rows) {
    HeaderFields<H> make() {
      FieldTable<H> table = new FieldTable<>(layer.label());
      rows.accept(table);
      return new HeaderFields<>(layer, type, table.fields());
    }
  }

  /** Made when a header is asked for: most runs show no frames, and start faster without. */
  private static final class All {
    static final Map<Class<? extends Record>, Kind<?>> KINDS = kinds();
  }

  private static Map<Class<? extends Record>, Kind<?>> kinds() {
    // In the order in which they are listed, that of the layers.
    Map<Class<? extends Record>, Kind<?>> kinds = new LinkedHashMap<>();
    add(kinds, ErfHeader.class, LayerName.ERF, LinkFields::erf);
    add(kinds, EthernetHeader.class, LayerName.ETH, LinkFields::ethernet);
    add(kinds, SllHeader.class, LayerName.SLL, LinkFields::sll);
    add(kinds, Sll2Header.class, LayerName.SLL, LinkFields::sll2);
    add(kinds, LoopbackHeader.class, LayerName.NULL, LinkFields::loopback);
    add(kinds, VlanTag.class, LayerName.VLAN, LinkFields::vlan);
    add(kinds, MplsLabel.class, LayerName.MPLS, NetFields::mpls);
    add(kinds, GreHeader.class, LayerName.GRE, NetFields::gre);
    add(kinds, ErspanHeader.class, LayerName.ERSPAN, NetFields::erspan);
    add(kinds, VxlanHeader.class, LayerName.VXLAN, NetFields::vxlan);
    add(kinds, GeneveHeader.class, LayerName.GENEVE, NetFields::geneve);
    add(kinds, Ipv4Header.class, LayerName.IP, NetFields::ipv4);
    add(kinds, Ipv6Header.class, LayerName.IP, NetFields::ipv6);
    add(kinds, Ipv6Extension.class, LayerName.IPV6_EXTENSION, NetFields::ipv6Extension);
    add(kinds, Ipv6Fragment.class, LayerName.IPV6_EXTENSION, NetFields::ipv6Fragment);
    add(kinds, UdpHeader.class, LayerName.UDP, NetFields::udp);
    add(kinds, TcpHeader.class, LayerName.TCP, NetFields::tcp);
    add(kinds, Lrh.class, LayerName.LRH, IbLinkFields::lrh);
    add(kinds, RawHeader.class, LayerName.RWH, IbLinkFields::raw);
    add(kinds, Grh.class, LayerName.GRH, IbLinkFields::grh);
    add(kinds, Bth.class, LayerName.BTH, IbFields::bth);
    add(kinds, Rdeth.class, LayerName.RDETH, IbFields::rdeth);
    add(kinds, Deth.class, LayerName.DETH, IbFields::deth);
    add(kinds, XrcEth.class, LayerName.XRCETH, IbFields::xrceth);
    add(kinds, Feth.class, LayerName.FETH, IbFields::feth);
    add(kinds, Reth.class, LayerName.RETH, IbFields::reth);
    add(kinds, AtomicEth.class, LayerName.ATOMICETH, IbFields::atomicEth);
    add(kinds, Aeth.class, LayerName.AETH, IbFields::aeth);
    add(kinds, AtomicAckEth.class, LayerName.ATOMICACKETH, IbFields::atomicAckEth);
    add(kinds, ImmDt.class, LayerName.IMMDT, IbFields::immDt);
    add(kinds, Ieth.class, LayerName.IETH, IbFields::ieth);
    add(kinds, MadHeader.class, LayerName.MAD, MadFields::mad);
    add(kinds, CmLayer.class, LayerName.CM, CmFields::cm);
    add(kinds, InvariantCrc.class, LayerName.ICRC, IbFields::invariantCrc);
    add(kinds, VariantCrc.class, LayerName.VCRC, IbLinkFields::variantCrc);
    add(kinds, FpduLayer.class, LayerName.MPA, IwarpFields::fpdu);
    add(kinds, MpaLayer.class, LayerName.MPA, IwarpFields::startUp);
    add(kinds, TaggedHeader.class, LayerName.DDP, IwarpFields::tagged);
    add(kinds, UntaggedHeader.class, LayerName.DDP, IwarpFields::untagged);
    add(kinds, RdmapLayer.class, LayerName.RDMAP, IwarpFields::rdmap);
    add(kinds, RpcRdmaHeader.class, LayerName.RPCRDMA, RpcRdmaFields::rpcRdma);
    add(
        kinds,
        NvmeCapsuleHeader.class,
        LayerName.NVME,
        rows -> rows.addAll(NvmeFields.ofCapsules()));
    return kinds;
  }

  private static <H extends Record> void add(
      Map<Class<? extends Record>, Kind<?>> kinds,
      Class<H> type,
      LayerName layer,
      Consumer<FieldTable<H>> rows) {
    kinds.put(type, new Kind<>(layer, type, rows));
  }

  /** {@return the layer that such a header is, if its fields are known} */
  static Optional<LayerName> layer(Class<?> type) {
    Kind<?> kind = All.KINDS.get(type);
    return kind == null ? Optional.empty() : Optional.of(kind.layer());
  }

  /**
   * {@return the fields of every type, by layer, and in one order in every run; not those of NVMe
   * capsules, which {@link CommandFields} finds}
   */
  static List<HeaderFields<?>> all() {
    List<HeaderFields<?>> all = new ArrayList<>(All.KINDS.size());
    for (Kind<?> kind : All.KINDS.values()) {
      if (kind.layer() != LayerName.NVME) {
        all.add(kind.make());
      }
    }
    return all;
  }

  /** {@return the fields of headers of that type} */
  private HeaderFields<?> of(Record header) {
    HeaderFields<?> known = made.get(header.getClass());
    if (known == null) {
      Kind<?> kind = All.KINDS.get(header.getClass());
      if (kind == null) {
        throw new IllegalArgumentException("no fields of " + header.getClass());
      }
      known = kind.make();
      made.put(header.getClass(), known);
    }
    return known;
  }

  /** Shows every field of a layer that has a value. */
  public void show(Layer layer, FieldValues to) {
    show(of(layer.header()), layer.header(), to);
  }

  private static <H extends Record> void show(HeaderFields<H> kind, Record header, FieldValues to) {
    H typed = kind.type().cast(header);
    List<Field<H>> fields = kind.fields();
    for (int i = 0; i < fields.size(); i++) {
      to.field(fields.get(i));
      fields.get(i).reader().read(typed, to);
    }
  }
}
