package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.ImmediateData;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;

/** Reads the DDP and RDMAP layers of an FPDU, as far as they were captured. */
final class StreamLayers {
  private static final int VERSION_SHIFT = 6;
  private static final int VERSION_MASK = 3;

  private StreamLayers() {}

  /** {@return DDP's layer and RDMAP's, or none} */
  static List<Layer> of(Fpdu fpdu, int frameOffset) {
    if (!fpdu.has(0, DdpControl.LENGTH)) {
      return List.of();
    }
    int control = NetworkOrder.shortAt(fpdu.array(), fpdu.offset());
    if (DdpControl.isTagged(control)) {
      if (!fpdu.has(0, TaggedHeader.LENGTH)) {
        return List.of();
      }
      TaggedHeader header = TaggedHeader.read(fpdu.bytes(), fpdu.offset());
      return List.of(
          new Layer(LayerName.DDP, header, frameOffset, TaggedHeader.LENGTH),
          rdmap(control, Optional.empty(), Optional.empty(), frameOffset, DdpControl.LENGTH));
    }
    if (!fpdu.has(0, UntaggedHeader.LENGTH)) {
      return List.of();
    }
    UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
    return List.of(
        new Layer(LayerName.DDP, header, frameOffset, UntaggedHeader.LENGTH),
        untagged(header, fpdu, frameOffset));
  }

  private static Layer rdmap(
      int control, Optional<Integer> invalidated, Optional<Record> content, int at, int length) {
    int version = control >> VERSION_SHIFT & VERSION_MASK;
    RdmapLayer layer = new RdmapLayer(version, DdpControl.opcode(control), invalidated, content);
    return new Layer(LayerName.RDMAP, layer, at, length);
  }

  private static Layer untagged(UntaggedHeader header, Fpdu fpdu, int frameOffset) {
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(header.control()));
    Optional<Integer> invalidated =
        opcode.filter(RdmapOpcode::invalidates).map(each -> header.invalidateStag());
    int length = opcode.map(each -> contentLength(each, fpdu)).orElse(0);
    if (length == 0) {
      return rdmap(header.control(), invalidated, Optional.empty(), frameOffset, DdpControl.LENGTH);
    }
    Optional<Record> content =
        opcode.map(
            each -> content(each, fpdu.bytes(), fpdu.offset() + UntaggedHeader.LENGTH, length));
    return rdmap(header.control(), invalidated, content, frameOffset, length);
  }

  /** Bytes of the header behind DDP's, 0 if there is none or it was cut. */
  private static int contentLength(RdmapOpcode opcode, Fpdu fpdu) {
    int from = UntaggedHeader.LENGTH;
    int length = opcode.headerLength();
    if (!fpdu.has(from, from + length)) {
      return 0;
    }
    // A Terminate may have the headers of the segment that it is about.
    return opcode == RdmapOpcode.TERMINATE ? fpdu.present() - from : length;
  }

  private static Record content(RdmapOpcode opcode, ByteBuffer bytes, int at, int length) {
    return switch (opcode) {
      case READ_REQUEST -> ReadRequestHeader.read(bytes, at);
      case TERMINATE -> Terminate.read(bytes, at, length);
      case ATOMIC_REQUEST -> AtomicRequestHeader.read(bytes, at);
      case ATOMIC_RESPONSE -> AtomicResponseHeader.read(bytes, at);
      default -> ImmediateData.read(bytes, at);
    };
  }
}
