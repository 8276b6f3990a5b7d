package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.BYTES;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nvme.QueueAnswer;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.NvmeQueue;

/** The fields of what two ends told each other when they made a connection. */
final class SetupFields {
  private static final String RECORD = "ends";

  private SetupFields() {}

  /** What was told, with the connection that was made. */
  private record Made<S>(S setup, NumberedConnection connection) {
    private <E> Said<E> said(E end, Direction by) {
      return new Said<>(end, connection.record().privateData(by));
    }
  }

  /** What an end told, and its private data. */
  private record Said<E>(E end, ByteBuffer privateData) {}

  /** Adds what the connection manager, or MPA, exchanged. */
  static FieldRegistry<NumberedConnection> addTo(FieldRegistry<NumberedConnection> fields) {
    return fields
        .optionalPart("cm", "what REQ and REP said", cm(), each -> made(each, CmSetup.class))
        .optionalPart(
            "mpa", "what the MPA start-up frames said", mpa(), each -> made(each, MpaSetup.class));
  }

  private static <S> Optional<Made<S>> made(NumberedConnection connection, Class<S> kind) {
    return connection
        .record()
        .setup()
        .filter(kind::isInstance)
        .map(setup -> new Made<>(kind.cast(setup), connection));
  }

  private static FieldRegistry<Made<CmSetup>> cm() {
    return new FieldRegistry<Made<CmSetup>>(RECORD)
        .number(HEX64, "service_id", "service that was asked for", each -> each.setup().serviceId())
        .add(
            UNSIGNED,
            "path_mtu",
            "payload bytes of a full packet, by the REQ",
            FieldReader.ofInt(each -> each.setup().pathMtu()))
        .in(FieldUnit.BYTES)
        .add(
            UNSIGNED,
            "retry_count",
            "how often the asked end retransmits",
            FieldReader.ofInt(each -> each.setup().retryCount()))
        .optionalPart(
            "client",
            "what the client said",
            cmEnd(),
            each -> Optional.of(each.said(each.setup().active(), Direction.FORWARD)))
        .optionalPart(
            "server",
            "what the server said",
            cmEnd(),
            each -> Optional.of(each.said(each.setup().passive(), Direction.BACKWARD)));
  }

  private static FieldRegistry<Said<CmEnd>> cmEnd() {
    FieldRegistry<Said<CmEnd>> fields = new FieldRegistry<>(RECORD);
    number(
        fields,
        "responder_resources",
        "RDMA Reads and atomics that it serves at once",
        CmEnd::responderResources);
    number(
        fields,
        "initiator_depth",
        "RDMA Reads and atomics that it has outstanding at most",
        CmEnd::initiatorDepth);
    number(fields, "starting_psn", "PSN with which the other end begins", CmEnd::startingPsn);
    number(
        fields,
        "rnr_retry_count",
        "how often the other end retransmits after an RNR NAK",
        CmEnd::rnrRetryCount);
    return privateData(fields);
  }

  private static FieldRegistry<Made<MpaSetup>> mpa() {
    return new FieldRegistry<Made<MpaSetup>>(RECORD)
        .optionalPart(
            "request",
            "what the client said",
            mpaEnd(),
            each -> each.setup().request().map(end -> each.said(end, Direction.FORWARD)))
        .optionalPart(
            "reply",
            "what the server said",
            mpaEnd(),
            each -> each.setup().reply().map(end -> each.said(end, Direction.BACKWARD)));
  }

  private static FieldRegistry<Said<MpaEnd>> mpaEnd() {
    FieldRegistry<Said<MpaEnd>> fields =
        new FieldRegistry<Said<MpaEnd>>(RECORD)
            .number(UNSIGNED, "revision", "revision of MPA", said -> said.end().revision());
    flag(fields, "markers", "it wants markers", MpaEnd::markers);
    flag(fields, "crc", "it wants CRCs", MpaEnd::crc);
    flag(fields, "rejected", "it refuses the connection", MpaEnd::rejected);
    flag(fields, "peer_to_peer", "the client is to send first", MpaEnd::peerToPeer);
    number(fields, "ird", "RDMA Reads that it serves at once", MpaEnd::inboundReads);
    number(fields, "ord", "RDMA Reads that it has outstanding at most", MpaEnd::outboundReads);
    return privateData(fields);
  }

  private static <E> void number(
      FieldRegistry<Said<E>> fields, String name, String meaning, Function<E, OptionalInt> value) {
    fields.add(UNSIGNED, name, meaning, FieldReader.ofInt(said -> value.apply(said.end())));
  }

  private static <E> void flag(
      FieldRegistry<Said<E>> fields, String name, String meaning, Predicate<E> value) {
    fields.number(BOOLEAN, name, meaning, said -> value.test(said.end()) ? 1 : 0);
  }

  private static <E> FieldRegistry<Said<E>> privateData(FieldRegistry<Said<E>> fields) {
    FieldReader<Said<E>> reader =
        (said, to) -> {
          int length = said.privateData().capacity();
          byte[] bytes = new byte[length];
          said.privateData().get(0, bytes);
          return length > 0 && to.bytes(Rope.of(bytes), 0, length);
        };
    return fields.add(
        BYTES, "private_data", "of the program, without trailing zeros, at most 64 bytes", reader);
  }

  /** Adds what both ends said of an NVMe queue. */
  static FieldRegistry<NumberedConnection> queue(FieldRegistry<NumberedConnection> fields) {
    return fields.optionalPart(
        "nvme",
        "what both ends said of an NVMe queue",
        queue(),
        each -> NvmeQueue.of(each.record()));
  }

  private static FieldRegistry<NvmeQueue> queue() {
    return new FieldRegistry<NvmeQueue>("queues")
        .number(UNSIGNED, "queue", "queue; 0 is the admin queue", each -> each.host().queue())
        .number(
            UNSIGNED,
            "host_receive_size",
            "entries of the host's RDMA receive queue",
            each -> each.host().receiveSize())
        .number(
            UNSIGNED,
            "host_send_size",
            "entries of the host's RDMA send queue, one less, as the host says it",
            each -> each.host().sendSize())
        .number(
            UNSIGNED,
            "controller",
            "controller identifier; 0 for the admin queue",
            each -> each.host().controller())
        .add(
            UNSIGNED,
            "controller_receive_size",
            "entries of the controller's RDMA receive queue",
            FieldReader.ofInt(NvmeQueue::controllerReceiveSize))
        .add(
            TEXT,
            "refusal",
            "why the controller refused, such as Invalid QID",
            FieldReader.ofText(NvmeQueue::refusal))
        .values(QueueAnswer.refusals())
        .numbered(List.of(QueueAnswer.NUMBERED));
  }
}
