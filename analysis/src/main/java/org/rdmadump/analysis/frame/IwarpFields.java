package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.ImmediateData;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
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

  static void fpdu(FieldTable<FpduLayer> fields) {
    fields
        .number("ulpdu_length", "bytes of the FPDU's content", FpduLayer::length)
        .also("iwarp_mpa.ulpdulength")
        .flag("begins", "the FPDU begins in this frame", FpduLayer::begins)
        .flag("ends", "the FPDU ends in this frame", FpduLayer::ends);
  }

  static void startUp(FieldTable<MpaLayer> fields) {
    fields
        .part(h -> Optional.of(h.startUp()), IwarpFields::startUpHeader)
        .part(
            MpaLayer::setup,
            setup ->
                setup
                    .flag(
                        "peer_to_peer",
                        "the initiator sends a ready-to-receive message first",
                        EnhancedSetup::peerToPeer)
                    .number(
                        "ird",
                        "RDMA Reads that the sender serves at once",
                        EnhancedSetup::inboundReads)
                    .number(
                        "ord",
                        "RDMA Reads that the sender has outstanding at most",
                        EnhancedSetup::outboundReads));
    PrivateData.addTo(fields, "what the program says behind IRD and ORD", MpaLayer::privateData);
  }

  private static void startUpHeader(FieldTable<MpaStartUp> fields) {
    fields
        .text(
            "start_up",
            "Request or Reply, of a start-up frame",
            h -> h.request() ? "Request" : "Reply")
        .values(List.of("Request", "Reply"))
        .flag("markers", "the sender wants markers", MpaStartUp::markers)
        .also("iwarp_mpa.marker_flag")
        .flag("crc", "the sender wants CRCs", MpaStartUp::crc)
        .also("iwarp_mpa.crc_flag")
        .flag("rejected", "the connection is refused", MpaStartUp::rejected)
        .also("iwarp_mpa.rej_flag")
        .flag("enhanced", "private data begins with IRD and ORD", MpaStartUp::enhanced)
        .number("revision", "revision of MPA, 1 or 2", MpaStartUp::revision)
        .also("iwarp_mpa.rev")
        .number("private_data_length", "bytes of private data", MpaStartUp::privateDataLength)
        .also("iwarp_mpa.pdlength");
  }

  /** Adds what headers of DDP begin with. */
  private static <H> FieldTable<H> control(FieldTable<H> fields, ToIntFunction<H> control) {
    return fields
        .flag("tagged", "the segment is tagged", h -> DdpControl.isTagged(control.applyAsInt(h)))
        .also("iwarp_ddp.tagged_flag")
        .flag("last", "last segment of its message", h -> DdpControl.isLast(control.applyAsInt(h)))
        .also("iwarp_ddp.last_flag")
        .number(
            "version", "version of DDP", h -> control.applyAsInt(h) >> VERSION_SHIFT & VERSION_MASK)
        .also("iwarp_ddp.dv");
  }

  static void tagged(FieldTable<TaggedHeader> fields) {
    control(fields, TaggedHeader::control)
        .hex32("stag", "steering tag of the memory", TaggedHeader::stag)
        .also("iwarp_ddp.stag")
        .hex64("offset", "tagged offset", TaggedHeader::taggedOffset)
        .also("iwarp_ddp.tagged_offset");
  }

  static void untagged(FieldTable<UntaggedHeader> fields) {
    control(fields, UntaggedHeader::control)
        .uint32("queue", "queue: 0 Sends, 1 Read Requests, 2 Terminate", UntaggedHeader::queue)
        .also("iwarp_ddp.qn")
        .uint32("msn", "message sequence number in the queue", UntaggedHeader::messageSequence)
        .also("iwarp_ddp.msn")
        .uint32(
            "message_offset",
            "where in the message the segment belongs",
            UntaggedHeader::messageOffset)
        .also("iwarp_ddp.mo");
  }

  static void rdmap(FieldTable<RdmapLayer> fields) {
    fields
        .number("version", "version of RDMAP", RdmapLayer::version)
        .also("iwarp_rdma.version")
        .named(
            "opcode",
            "what the message is, such as RDMA Write",
            RdmapLayer::opcode,
            IwarpFields::opcode)
        .also("iwarp_rdma.opcode")
        .values(NameLists.of(RdmapOpcode.values(), RdmapOpcode::text))
        .part(
            RdmapLayer::invalidated,
            stag ->
                stag.hex32("invalidate_stag", "steering tag that ends", s -> s)
                    .also("iwarp_rdma.inval_stag"))
        .part(h -> h.content(ReadRequestHeader.class), IwarpFields::readRequest)
        .part(h -> h.content(Terminate.class), IwarpFields::terminate)
        .part(
            h -> h.content(AtomicRequestHeader.class),
            atomic ->
                atomic
                    .number(
                        "atomic", "0 FetchAdd, 1 Swap, 2 CmpSwap", AtomicRequestHeader::operation)
                    .also("iwarp_rdma.atomic.opcode"))
        .part(
            RdmapLayer::atomicId,
            id ->
                id.uint32("atomic_id", "name of an atomic request", i -> i)
                    .also("iwarp_rdma.atomic.request_identifier"))
        .part(h -> h.content(AtomicRequestHeader.class), IwarpFields::atomicRequest)
        .part(
            h -> h.content(AtomicResponseHeader.class),
            atomic ->
                atomic
                    .hex64("atomic_original", "what was there before", AtomicResponseHeader::value)
                    .also("iwarp_rdma.atomic.original_remote_data_value"))
        .part(
            h -> h.content(ImmediateData.class),
            data -> data.hex64("immediate", "immediate data", ImmediateData::value));
  }

  private static void readRequest(FieldTable<ReadRequestHeader> fields) {
    fields
        .hex32("sink_stag", "where a Read Response goes", ReadRequestHeader::sinkStag)
        .also("iwarp_rdma.sinkstag")
        .hex64("sink_offset", "tagged offset there", ReadRequestHeader::sinkOffset)
        .also("iwarp_rdma.sinkto")
        .number("read_size", "bytes that are read", ReadRequestHeader::size)
        .also("iwarp_rdma.rdmardsz")
        .hex32("source_stag", "what is read", ReadRequestHeader::sourceStag)
        .also("iwarp_rdma.srcstag")
        .hex64("source_offset", "tagged offset there", ReadRequestHeader::sourceOffset)
        .also("iwarp_rdma.srcto");
  }

  private static void terminate(FieldTable<Terminate> fields) {
    fields
        .text("terminate", "layer and error of a Terminate", Terminate::text)
        .number("terminate_layer", "0 RDMAP, 1 DDP, 2 below", Terminate::layer)
        .also("iwarp_rdma.term_layer")
        .number("terminate_type", "type of error in that layer", Terminate::type)
        .also("iwarp_rdma.term_etype")
        .number("terminate_code", "code of error in that type", Terminate::code)
        .also("iwarp_rdma.term_errcode");
  }

  private static void atomicRequest(FieldTable<AtomicRequestHeader> fields) {
    fields
        .hex32("atomic_stag", "steering tag of what is changed", AtomicRequestHeader::stag)
        .also("iwarp_rdma.atomic.remote_stag")
        .hex64("atomic_offset", "tagged offset there", AtomicRequestHeader::taggedOffset)
        .also("iwarp_rdma.atomic.remote_tagged_offset")
        .hex64("atomic_data", "what is added or put there", AtomicRequestHeader::data)
        .hex64("atomic_mask", "bits that are added or put", AtomicRequestHeader::mask)
        .hex64("atomic_compare", "what has to be there", AtomicRequestHeader::compare)
        .also("iwarp_rdma.atomic.compare_data")
        .hex64("atomic_compare_mask", "bits that are compared", AtomicRequestHeader::compareMask)
        .also("iwarp_rdma.atomic.compare_mask");
  }
}
