package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
    List<Layer> layers = new ArrayList<>(2);
    int control = NetworkOrder.shortAt(fpdu.array(), fpdu.offset());
    if (DdpControl.isTagged(control)) {
      if (fpdu.has(0, TaggedHeader.LENGTH)) {
        TaggedHeader header = TaggedHeader.read(fpdu.bytes(), fpdu.offset());
        layers.add(new Layer(LayerName.DDP, header, frameOffset, TaggedHeader.LENGTH));
        layers.add(rdmap(control, OptionalInt.empty(), frameOffset));
      }
    } else if (fpdu.has(0, UntaggedHeader.LENGTH)) {
      UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
      layers.add(new Layer(LayerName.DDP, header, frameOffset, UntaggedHeader.LENGTH));
      layers.add(untagged(header, fpdu, frameOffset));
    }
    return layers;
  }

  private static Layer rdmap(int control, OptionalInt invalidate, int frameOffset) {
    return rdmap(
        control,
        invalidate,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        frameOffset,
        DdpControl.LENGTH);
  }

  private static Layer rdmap(
      int control,
      OptionalInt invalidate,
      Optional<ReadRequestHeader> readRequest,
      Optional<Terminate> terminate,
      Optional<AtomicRequestHeader> atomicRequest,
      Optional<AtomicResponseHeader> atomicResponse,
      Optional<ImmediateData> immediate,
      int frameOffset,
      int length) {
    RdmapLayer layer =
        new RdmapLayer(
            control >> VERSION_SHIFT & VERSION_MASK,
            DdpControl.opcode(control),
            invalidate,
            readRequest,
            terminate,
            atomicRequest,
            atomicResponse,
            immediate);
    return new Layer(LayerName.RDMAP, layer, frameOffset, length);
  }

  private static Layer untagged(UntaggedHeader header, Fpdu fpdu, int frameOffset) {
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(header.control()));
    if (opcode.isEmpty()) {
      return rdmap(header.control(), OptionalInt.empty(), frameOffset);
    }
    OptionalInt invalidate =
        opcode.get().invalidates() ? OptionalInt.of(header.invalidateStag()) : OptionalInt.empty();
    int from = UntaggedHeader.LENGTH;
    int at = fpdu.offset() + from;
    ByteBuffer bytes = fpdu.bytes();
    Optional<ReadRequestHeader> readRequest = Optional.empty();
    Optional<Terminate> terminate = Optional.empty();
    Optional<AtomicRequestHeader> atomicRequest = Optional.empty();
    Optional<AtomicResponseHeader> atomicResponse = Optional.empty();
    Optional<ImmediateData> immediate = Optional.empty();
    int length = DdpControl.LENGTH;
    switch (opcode.get()) {
      case READ_REQUEST -> {
        if (fpdu.has(from, from + ReadRequestHeader.LENGTH)) {
          readRequest = Optional.of(ReadRequestHeader.read(bytes, at));
          length = ReadRequestHeader.LENGTH;
        }
      }
      case TERMINATE -> {
        if (fpdu.has(from, from + Terminate.LENGTH)) {
          int present = fpdu.gaps() == 0 ? fpdu.length() - from : fpdu.gapFrom(0) - from;
          terminate = Optional.of(Terminate.read(bytes, at, present));
          length = present;
        }
      }
      case ATOMIC_REQUEST -> {
        if (fpdu.has(from, from + AtomicRequestHeader.LENGTH)) {
          atomicRequest = Optional.of(AtomicRequestHeader.read(bytes, at));
          length = AtomicRequestHeader.LENGTH;
        }
      }
      case ATOMIC_RESPONSE -> {
        if (fpdu.has(from, from + AtomicResponseHeader.LENGTH)) {
          atomicResponse = Optional.of(AtomicResponseHeader.read(bytes, at));
          length = AtomicResponseHeader.LENGTH;
        }
      }
      case IMMEDIATE, IMMEDIATE_SE -> {
        if (fpdu.has(from, from + ImmediateData.LENGTH)) {
          immediate = Optional.of(ImmediateData.read(bytes, at));
          length = ImmediateData.LENGTH;
        }
      }
      default -> {}
    }
    return rdmap(
        header.control(),
        invalidate,
        readRequest,
        terminate,
        atomicRequest,
        atomicResponse,
        immediate,
        frameOffset,
        length);
  }
}
