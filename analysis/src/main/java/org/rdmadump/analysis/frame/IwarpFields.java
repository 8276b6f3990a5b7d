package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.UntaggedHeader;

/** The fields of MPA, DDP and RDMAP. */
final class IwarpFields {
  private static final int VERSION_SHIFT = 8;
  private static final int VERSION_MASK = 3;

  private IwarpFields() {}

  private static String opcode(long code) {
    Optional<RdmapOpcode> known = RdmapOpcode.of((int) code);
    return known.isPresent() ? known.get().text() : "opcode " + code;
  }

  private static boolean atomicId(RdmapLayer h, ValueVisitor to) {
    if (h.atomicRequest().isPresent()) {
      return to.number(Integer.toUnsignedLong(h.atomicRequest().get().identifier()));
    }
    return h.atomicResponse().isPresent()
        && to.number(Integer.toUnsignedLong(h.atomicResponse().get().identifier()));
  }

  static HeaderFields<FpduLayer> fpdu() {
    return new HeaderFields<>(LayerName.MPA, FpduLayer.class)
        .add(
            "ulpdu_length",
            UNSIGNED,
            "bytes of the FPDU's content",
            (h, to) -> to.number(h.length()),
            "iwarp_mpa.ulpdulength")
        .add(
            "begins",
            BOOLEAN,
            "the FPDU begins in this frame",
            (h, to) -> to.number(h.begins() ? 1 : 0))
        .add(
            "ends", BOOLEAN, "the FPDU ends in this frame", (h, to) -> to.number(h.ends() ? 1 : 0));
  }

  static HeaderFields<MpaLayer> startUp() {
    HeaderFields<MpaLayer> fields =
        new HeaderFields<>(LayerName.MPA, MpaLayer.class)
            .add(
                "start_up",
                TEXT,
                "Request or Reply, of a start-up frame",
                (h, to) -> to.text(h.startUp().request() ? "Request" : "Reply"))
            .named(List.of("Request", "Reply"))
            .add(
                "markers",
                BOOLEAN,
                "the sender wants markers",
                (h, to) -> to.number(h.startUp().markers() ? 1 : 0),
                "iwarp_mpa.marker_flag")
            .add(
                "crc",
                BOOLEAN,
                "the sender wants CRCs",
                (h, to) -> to.number(h.startUp().crc() ? 1 : 0),
                "iwarp_mpa.crc_flag")
            .add(
                "rejected",
                BOOLEAN,
                "the connection is refused",
                (h, to) -> to.number(h.startUp().rejected() ? 1 : 0),
                "iwarp_mpa.rej_flag")
            .add(
                "enhanced",
                BOOLEAN,
                "private data begins with IRD and ORD",
                (h, to) -> to.number(h.startUp().enhanced() ? 1 : 0))
            .add(
                "revision",
                UNSIGNED,
                "revision of MPA, 1 or 2",
                (h, to) -> to.number(h.startUp().revision()),
                "iwarp_mpa.rev")
            .add(
                "private_data_length",
                UNSIGNED,
                "bytes of private data",
                (h, to) -> to.number(h.startUp().privateDataLength()),
                "iwarp_mpa.pdlength")
            .add(
                "peer_to_peer",
                BOOLEAN,
                "the initiator sends a ready-to-receive message first",
                (h, to) -> h.setup().isPresent() && to.number(h.setup().get().peerToPeer() ? 1 : 0))
            .add(
                "ird",
                UNSIGNED,
                "RDMA Reads that the sender serves at once",
                (h, to) -> h.setup().isPresent() && to.number(h.setup().get().inboundReads()))
            .add(
                "ord",
                UNSIGNED,
                "RDMA Reads that the sender has outstanding at most",
                (h, to) -> h.setup().isPresent() && to.number(h.setup().get().outboundReads()));
    return PrivateData.addTo(
        fields, "what the program says behind IRD and ORD", MpaLayer::privateData);
  }

  /** What headers of DDP begin with. */
  private static <H extends Record> HeaderFields<H> segment(
      Class<H> header, ToIntFunction<H> control) {
    return new HeaderFields<>(LayerName.DDP, header)
        .add(
            "tagged",
            BOOLEAN,
            "the segment is tagged",
            (h, to) -> to.number(DdpControl.isTagged(control.applyAsInt(h)) ? 1 : 0),
            "iwarp_ddp.tagged_flag")
        .add(
            "last",
            BOOLEAN,
            "last segment of its message",
            (h, to) -> to.number(DdpControl.isLast(control.applyAsInt(h)) ? 1 : 0),
            "iwarp_ddp.last_flag")
        .add(
            "version",
            UNSIGNED,
            "version of DDP",
            (h, to) -> to.number(control.applyAsInt(h) >> VERSION_SHIFT & VERSION_MASK),
            "iwarp_ddp.dv");
  }

  static HeaderFields<TaggedHeader> tagged() {
    return segment(TaggedHeader.class, TaggedHeader::control)
        .add(
            "stag",
            HEX32,
            "steering tag of the memory",
            (h, to) -> to.number(Integer.toUnsignedLong(h.stag())),
            "iwarp_ddp.stag")
        .add(
            "offset",
            HEX64,
            "tagged offset",
            (h, to) -> to.number(h.taggedOffset()),
            "iwarp_ddp.tagged_offset");
  }

  static HeaderFields<UntaggedHeader> untagged() {
    return segment(UntaggedHeader.class, UntaggedHeader::control)
        .add(
            "queue",
            UNSIGNED,
            "queue: 0 Sends, 1 Read Requests, 2 Terminate",
            (h, to) -> to.number(Integer.toUnsignedLong(h.queue())),
            "iwarp_ddp.qn")
        .add(
            "msn",
            UNSIGNED,
            "message sequence number in the queue",
            (h, to) -> to.number(Integer.toUnsignedLong(h.messageSequence())),
            "iwarp_ddp.msn")
        .add(
            "message_offset",
            UNSIGNED,
            "where in the message the segment belongs",
            (h, to) -> to.number(Integer.toUnsignedLong(h.messageOffset())),
            "iwarp_ddp.mo");
  }

  static HeaderFields<RdmapLayer> rdmap() {
    return new HeaderFields<>(LayerName.RDMAP, RdmapLayer.class)
        .add(
            "version",
            UNSIGNED,
            "version of RDMAP",
            (h, to) -> to.number(h.version()),
            "iwarp_rdma.version")
        .add(
            "opcode",
            NAMED,
            "what the message is, such as RDMA Write",
            (h, to) -> to.named(h.opcode(), IwarpFields::opcode),
            "iwarp_rdma.opcode")
        .named(NameLists.of(RdmapOpcode.values(), RdmapOpcode::text))
        .add(
            "invalidate_stag",
            HEX32,
            "steering tag that ends",
            (h, to) ->
                h.invalidateStag().isPresent()
                    && to.number(Integer.toUnsignedLong(h.invalidateStag().getAsInt())),
            "iwarp_rdma.inval_stag")
        .add(
            "sink_stag",
            HEX32,
            "where a Read Response goes",
            (h, to) ->
                h.readRequest().isPresent()
                    && to.number(Integer.toUnsignedLong(h.readRequest().get().sinkStag())),
            "iwarp_rdma.sinkstag")
        .add(
            "sink_offset",
            HEX64,
            "tagged offset there",
            (h, to) -> h.readRequest().isPresent() && to.number(h.readRequest().get().sinkOffset()),
            "iwarp_rdma.sinkto")
        .add(
            "read_size",
            UNSIGNED,
            "bytes that are read",
            (h, to) -> h.readRequest().isPresent() && to.number(h.readRequest().get().size()),
            "iwarp_rdma.rdmardsz")
        .add(
            "source_stag",
            HEX32,
            "what is read",
            (h, to) ->
                h.readRequest().isPresent()
                    && to.number(Integer.toUnsignedLong(h.readRequest().get().sourceStag())),
            "iwarp_rdma.srcstag")
        .add(
            "source_offset",
            HEX64,
            "tagged offset there",
            (h, to) ->
                h.readRequest().isPresent() && to.number(h.readRequest().get().sourceOffset()),
            "iwarp_rdma.srcto")
        .add(
            "terminate",
            TEXT,
            "layer and error of a Terminate",
            (h, to) -> h.terminate().isPresent() && to.text(h.terminate().get().text()))
        .add(
            "terminate_layer",
            UNSIGNED,
            "0 RDMAP, 1 DDP, 2 below",
            (h, to) -> h.terminate().isPresent() && to.number(h.terminate().get().layer()),
            "iwarp_rdma.term_layer")
        .add(
            "terminate_type",
            UNSIGNED,
            "type of error in that layer",
            (h, to) -> h.terminate().isPresent() && to.number(h.terminate().get().type()),
            "iwarp_rdma.term_etype")
        .add(
            "terminate_code",
            UNSIGNED,
            "code of error in that type",
            (h, to) -> h.terminate().isPresent() && to.number(h.terminate().get().code()),
            "iwarp_rdma.term_errcode")
        .add(
            "atomic",
            UNSIGNED,
            "0 FetchAdd, 1 Swap, 2 CmpSwap",
            (h, to) ->
                h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().operation()),
            "iwarp_rdma.atomic.opcode")
        .add(
            "atomic_id",
            UNSIGNED,
            "name of an atomic request",
            IwarpFields::atomicId,
            "iwarp_rdma.atomic.request_identifier")
        .add(
            "atomic_stag",
            HEX32,
            "steering tag of what is changed",
            (h, to) ->
                h.atomicRequest().isPresent()
                    && to.number(Integer.toUnsignedLong(h.atomicRequest().get().stag())),
            "iwarp_rdma.atomic.remote_stag")
        .add(
            "atomic_offset",
            HEX64,
            "tagged offset there",
            (h, to) ->
                h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().taggedOffset()),
            "iwarp_rdma.atomic.remote_tagged_offset")
        .add(
            "atomic_data",
            HEX64,
            "what is added or put there",
            (h, to) -> h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().data()))
        .add(
            "atomic_mask",
            HEX64,
            "bits that are added or put",
            (h, to) -> h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().mask()))
        .add(
            "atomic_compare",
            HEX64,
            "what has to be there",
            (h, to) ->
                h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().compare()),
            "iwarp_rdma.atomic.compare_data")
        .add(
            "atomic_compare_mask",
            HEX64,
            "bits that are compared",
            (h, to) ->
                h.atomicRequest().isPresent() && to.number(h.atomicRequest().get().compareMask()),
            "iwarp_rdma.atomic.compare_mask")
        .add(
            "atomic_original",
            HEX64,
            "what was there before",
            (h, to) ->
                h.atomicResponse().isPresent() && to.number(h.atomicResponse().get().value()),
            "iwarp_rdma.atomic.original_remote_data_value")
        .add(
            "immediate",
            HEX64,
            "immediate data",
            (h, to) -> h.immediate().isPresent() && to.number(h.immediate().get().value()));
  }
}
