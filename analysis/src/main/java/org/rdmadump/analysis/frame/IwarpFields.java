package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.field.LateNames;
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
        .number("ulpdu_length", FpduLayer::length)
        .flag("begins", FpduLayer::begins)
        .flag("ends", FpduLayer::ends);
  }

  static void startUp(FieldTable<MpaLayer> fields) {
    fields
        .part(h -> Optional.of(h.startUp()), IwarpFields::startUpHeader)
        .part(
            MpaLayer::setup,
            setup ->
                setup
                    .flag("peer_to_peer", EnhancedSetup::peerToPeer)
                    .number("ird", EnhancedSetup::inboundReads)
                    .number("ord", EnhancedSetup::outboundReads));
    PrivateData.addTo(fields, MpaLayer::privateData);
  }

  private static void startUpHeader(FieldTable<MpaStartUp> fields) {
    fields
        .text("start_up", h -> h.request() ? "Request" : "Reply")
        .values(List.of("Request", "Reply"))
        .flag("markers", MpaStartUp::markers)
        .flag("crc", MpaStartUp::crc)
        .flag("rejected", MpaStartUp::rejected)
        .flag("enhanced", MpaStartUp::enhanced)
        .number("revision", MpaStartUp::revision)
        .number("private_data_length", MpaStartUp::privateDataLength);
  }

  /** Adds what headers of DDP begin with. */
  private static <H> FieldTable<H> control(FieldTable<H> fields, ToIntFunction<H> control) {
    return fields
        .flag("tagged", h -> DdpControl.isTagged(control.applyAsInt(h)))
        .flag("last", h -> DdpControl.isLast(control.applyAsInt(h)))
        .number("version", h -> control.applyAsInt(h) >> VERSION_SHIFT & VERSION_MASK);
  }

  static void tagged(FieldTable<TaggedHeader> fields) {
    control(fields, TaggedHeader::control)
        .unsigned("stag", TaggedHeader::stag)
        .number("offset", TaggedHeader::taggedOffset);
  }

  static void untagged(FieldTable<UntaggedHeader> fields) {
    control(fields, UntaggedHeader::control)
        .unsigned("queue", UntaggedHeader::queue)
        .unsigned("msn", UntaggedHeader::messageSequence)
        .unsigned("message_offset", UntaggedHeader::messageOffset);
  }

  static void rdmap(FieldTable<RdmapLayer> fields) {
    fields
        .number("version", RdmapLayer::version)
        .named("opcode", RdmapLayer::opcode, IwarpFields::opcode)
        .values(NameLists.of(RdmapOpcode.values(), RdmapOpcode::text))
        .part(RdmapLayer::invalidated, stag -> stag.unsigned("invalidate_stag", s -> s))
        .part(h -> h.content(ReadRequestHeader.class), IwarpFields::readRequest)
        .part(h -> h.content(Terminate.class), IwarpFields::terminate)
        .part(
            h -> h.content(AtomicRequestHeader.class),
            atomic -> atomic.number("atomic", AtomicRequestHeader::operation))
        .part(RdmapLayer::atomicId, id -> id.unsigned("atomic_id", i -> i))
        .part(h -> h.content(AtomicRequestHeader.class), IwarpFields::atomicRequest)
        .part(
            h -> h.content(AtomicResponseHeader.class),
            atomic -> atomic.number("atomic_original", AtomicResponseHeader::value))
        .part(
            h -> h.content(ImmediateData.class),
            data -> data.number("immediate", ImmediateData::value));
  }

  private static void readRequest(FieldTable<ReadRequestHeader> fields) {
    fields
        .unsigned("sink_stag", ReadRequestHeader::sinkStag)
        .number("sink_offset", ReadRequestHeader::sinkOffset)
        .number("read_size", ReadRequestHeader::size)
        .unsigned("source_stag", ReadRequestHeader::sourceStag)
        .number("source_offset", ReadRequestHeader::sourceOffset);
  }

  private static void terminate(FieldTable<Terminate> fields) {
    fields
        .text("terminate", Terminate::text)
        .values(new LateNames(Terminate::texts))
        .numbered(Terminate.numbered())
        .number("terminate_layer", Terminate::layer)
        .number("terminate_type", Terminate::type)
        .number("terminate_code", Terminate::code);
  }

  private static void atomicRequest(FieldTable<AtomicRequestHeader> fields) {
    fields
        .unsigned("atomic_stag", AtomicRequestHeader::stag)
        .number("atomic_offset", AtomicRequestHeader::taggedOffset)
        .number("atomic_data", AtomicRequestHeader::data)
        .number("atomic_mask", AtomicRequestHeader::mask)
        .number("atomic_compare", AtomicRequestHeader::compare)
        .number("atomic_compare_mask", AtomicRequestHeader::compareMask);
  }
}
