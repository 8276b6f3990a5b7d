package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.field.Field;
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
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.tcp.TcpHeader;

/** The fields of every type of header; those of a type are made when one of it is met. */
public final class HeaderKinds {
  private static final Map<Class<? extends Record>, Maker> MAKERS = makers();

  private final Map<Class<? extends Record>, HeaderFields<?>> made = new HashMap<>();

  private interface Maker {
    HeaderFields<?> make();
  }

  /** Knows all types. */
  public HeaderKinds() {}

  private static Map<Class<? extends Record>, Maker> makers() {
    // In this order they are listed.
    Map<Class<? extends Record>, Maker> makers = new LinkedHashMap<>();
    makers.put(ErfHeader.class, LinkFields::erf);
    makers.put(EthernetHeader.class, LinkFields::ethernet);
    makers.put(SllHeader.class, LinkFields::sll);
    makers.put(Sll2Header.class, LinkFields::sll2);
    makers.put(LoopbackHeader.class, LinkFields::loopback);
    makers.put(VlanTag.class, LinkFields::vlan);
    makers.put(MplsLabel.class, NetFields::mpls);
    makers.put(GreHeader.class, NetFields::gre);
    makers.put(ErspanHeader.class, NetFields::erspan);
    makers.put(VxlanHeader.class, NetFields::vxlan);
    makers.put(GeneveHeader.class, NetFields::geneve);
    makers.put(Ipv4Header.class, NetFields::ipv4);
    makers.put(Ipv6Header.class, NetFields::ipv6);
    makers.put(Ipv6Extension.class, NetFields::ipv6Extension);
    makers.put(Ipv6Fragment.class, NetFields::ipv6Fragment);
    makers.put(UdpHeader.class, NetFields::udp);
    makers.put(TcpHeader.class, NetFields::tcp);
    makers.put(Lrh.class, IbLinkFields::lrh);
    makers.put(RawHeader.class, IbLinkFields::raw);
    makers.put(Grh.class, IbLinkFields::grh);
    makers.put(Bth.class, IbFields::bth);
    makers.put(Rdeth.class, IbFields::rdeth);
    makers.put(Deth.class, IbFields::deth);
    makers.put(XrcEth.class, IbFields::xrceth);
    makers.put(Feth.class, IbFields::feth);
    makers.put(Reth.class, IbFields::reth);
    makers.put(AtomicEth.class, IbFields::atomicEth);
    makers.put(Aeth.class, IbFields::aeth);
    makers.put(AtomicAckEth.class, IbFields::atomicAckEth);
    makers.put(ImmDt.class, IbFields::immDt);
    makers.put(Ieth.class, IbFields::ieth);
    makers.put(MadHeader.class, MadFields::mad);
    makers.put(CmLayer.class, CmFields::cm);
    makers.put(InvariantCrc.class, IbFields::invariantCrc);
    makers.put(VariantCrc.class, IbLinkFields::variantCrc);
    makers.put(FpduLayer.class, IwarpFields::fpdu);
    makers.put(MpaLayer.class, IwarpFields::startUp);
    makers.put(TaggedHeader.class, IwarpFields::tagged);
    makers.put(UntaggedHeader.class, IwarpFields::untagged);
    makers.put(RdmapLayer.class, IwarpFields::rdmap);
    makers.put(RpcRdmaHeader.class, RpcRdmaFields::rpcRdma);
    return makers;
  }

  /** {@return the fields of every type, by layer, and in one order in every run} */
  List<HeaderFields<?>> all() {
    List<HeaderFields<?>> all = new ArrayList<>();
    for (LayerName layer : LayerName.values()) {
      for (Maker maker : MAKERS.values()) {
        HeaderFields<?> fields = maker.make();
        if (fields.layer() == layer) {
          all.add(fields);
        }
      }
    }
    return all;
  }

  /** {@return the fields of headers of that type} */
  HeaderFields<?> of(Record header) {
    HeaderFields<?> known = made.get(header.getClass());
    if (known == null) {
      Maker maker = MAKERS.get(header.getClass());
      if (maker == null) {
        throw new IllegalArgumentException("no fields of " + header.getClass());
      }
      known = maker.make();
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
