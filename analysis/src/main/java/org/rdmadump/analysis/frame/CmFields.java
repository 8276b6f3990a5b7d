package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.ib.Gid;
import org.rdmadump.ib.cm.CmApr;
import org.rdmadump.ib.cm.CmConfirmation;
import org.rdmadump.ib.cm.CmDreq;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmLap;
import org.rdmadump.ib.cm.CmMra;
import org.rdmadump.ib.cm.CmRej;
import org.rdmadump.ib.cm.CmRep;
import org.rdmadump.ib.cm.CmReq;
import org.rdmadump.ib.cm.CmSidrRep;
import org.rdmadump.ib.cm.CmSidrReq;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.net.IpAddress;

/**
 * The fields of messages of connection management, as far as they were captured: the same name in
 * each message that has such a field.
 */
final class CmFields {
  private static final Kind<CmReq, CmReq.Field> REQ = new Kind<>(CmReq.class, CmReq::has);
  private static final Kind<CmRep, CmRep.Field> REP = new Kind<>(CmRep.class, CmRep::has);
  private static final Kind<CmRej, CmRej.Field> REJ = new Kind<>(CmRej.class, CmRej::has);
  private static final Kind<CmMra, CmMra.Field> MRA = new Kind<>(CmMra.class, CmMra::has);
  private static final Kind<CmDreq, CmDreq.Field> DREQ = new Kind<>(CmDreq.class, CmDreq::has);
  private static final Kind<CmLap, CmLap.Field> LAP = new Kind<>(CmLap.class, CmLap::has);
  private static final Kind<CmApr, CmApr.Field> APR = new Kind<>(CmApr.class, CmApr::has);
  private static final Kind<CmConfirmation, CmConfirmation.Field> CONFIRMATION =
      new Kind<>(CmConfirmation.class, CmConfirmation::has);
  private static final Kind<CmSidrReq, CmSidrReq.Field> SIDR_REQ =
      new Kind<>(CmSidrReq.class, CmSidrReq::has);
  private static final Kind<CmSidrRep, CmSidrRep.Field> SIDR_REP =
      new Kind<>(CmSidrRep.class, CmSidrRep::has);

  private CmFields() {}

  /**
   * A kind of message. Its fields are found only in messages of this kind, and if they were
   * captured.
   *
   * @param type the kind
   * @param has whether a message's field was captured
   */
  private record Kind<M, F>(Class<M> type, BiPredicate<M, F> has) {
    FieldReader<CmLayer> of(F field, FieldReader<M> reader) {
      return (h, to) -> {
        if (!type.isInstance(h.message())) {
          return false;
        }
        M message = type.cast(h.message());
        return has.test(message, field) && reader.read(message, to);
      };
    }

    FieldReader<CmLayer> number(F field, ToLongFunction<M> value) {
      return of(field, (m, to) -> to.number(value.applyAsLong(m)));
    }

    FieldReader<CmLayer> unsigned(F field, ToIntFunction<M> value) {
      return number(field, m -> Integer.toUnsignedLong(value.applyAsInt(m)));
    }

    FieldReader<CmLayer> gid(F field, Function<M, Gid> value) {
      return of(field, (m, to) -> to.address(address(value.apply(m))));
    }
  }

  static void cm(FieldTable<CmLayer> fields) {
    identifiers(fields);
    connection(fields);
    alternatePath(fields);
    PrivateData.addTo(
        fields, "what the program says, without zeros at the end", CmLayer::privateData);
  }

  private static void identifiers(FieldTable<CmLayer> fields) {
    fields
        .text(
            "message",
            "which message it is, such as ConnectRequest",
            h -> h.message().kind().text())
        .values(NameLists.of(CmKind.values(), CmKind::text))
        .field("local_comm_id", HEX32, "the sender's name for the connection")
        .also(
            "infiniband.cm.req",
            "infiniband.cm.rep",
            "infiniband.cm.rej.localcommid",
            "infiniband.cm.rtu.localcommid",
            "infiniband.cm.dreq.localcommid",
            "infiniband.cm.drsp.localcommid")
        .in(REQ.unsigned(CmReq.Field.LOCAL_COMMUNICATION_ID, CmReq::localCommunicationId))
        .in(REP.unsigned(CmRep.Field.LOCAL_COMMUNICATION_ID, CmRep::localCommunicationId))
        .in(REJ.unsigned(CmRej.Field.LOCAL_COMMUNICATION_ID, CmRej::localCommunicationId))
        .in(MRA.unsigned(CmMra.Field.LOCAL_COMMUNICATION_ID, CmMra::localCommunicationId))
        .in(DREQ.unsigned(CmDreq.Field.LOCAL_COMMUNICATION_ID, CmDreq::localCommunicationId))
        .in(
            CONFIRMATION.unsigned(
                CmConfirmation.Field.LOCAL_COMMUNICATION_ID, CmConfirmation::localCommunicationId))
        .in(LAP.unsigned(CmLap.Field.LOCAL_COMMUNICATION_ID, CmLap::localCommunicationId))
        .in(APR.unsigned(CmApr.Field.LOCAL_COMMUNICATION_ID, CmApr::localCommunicationId))
        .field("remote_comm_id", HEX32, "the receiver's name for the connection")
        .also(
            "infiniband.cm.rep.remotecommid",
            "infiniband.cm.rej.remotecommid",
            "infiniband.cm.rtu.remotecommid",
            "infiniband.cm.dreq.remotecommid",
            "infiniband.cm.drsp.remotecommid")
        .in(REP.unsigned(CmRep.Field.REMOTE_COMMUNICATION_ID, CmRep::remoteCommunicationId))
        .in(REJ.unsigned(CmRej.Field.REMOTE_COMMUNICATION_ID, CmRej::remoteCommunicationId))
        .in(MRA.unsigned(CmMra.Field.REMOTE_COMMUNICATION_ID, CmMra::remoteCommunicationId))
        .in(DREQ.unsigned(CmDreq.Field.REMOTE_COMMUNICATION_ID, CmDreq::remoteCommunicationId))
        .in(
            CONFIRMATION.unsigned(
                CmConfirmation.Field.REMOTE_COMMUNICATION_ID,
                CmConfirmation::remoteCommunicationId))
        .in(LAP.unsigned(CmLap.Field.REMOTE_COMMUNICATION_ID, CmLap::remoteCommunicationId))
        .in(APR.unsigned(CmApr.Field.REMOTE_COMMUNICATION_ID, CmApr::remoteCommunicationId));
  }

  private static void connection(FieldTable<CmLayer> fields) {
    fields
        .field("request_id", HEX32, "name of a request for a datagram service")
        .in(SIDR_REQ.unsigned(CmSidrReq.Field.REQUEST_ID, CmSidrReq::requestId))
        .in(SIDR_REP.unsigned(CmSidrRep.Field.REQUEST_ID, CmSidrRep::requestId))
        .field("service_id", HEX64, "what is asked for")
        .also("infiniband.cm.req.serviceid")
        .in(REQ.number(CmReq.Field.SERVICE_ID, m -> m.serviceId().value()))
        .in(SIDR_REQ.number(CmSidrReq.Field.SERVICE_ID, m -> m.serviceId().value()))
        .in(SIDR_REP.number(CmSidrRep.Field.SERVICE_ID, m -> m.serviceId().value()))
        .field("port", UNSIGNED, "IP port that is asked for")
        .also("infiniband.cm.req.serviceid.dport")
        .in(REQ.of(CmReq.Field.SERVICE_ID, (m, to) -> port(m.serviceId(), to)))
        .in(SIDR_REQ.of(CmSidrReq.Field.SERVICE_ID, (m, to) -> port(m.serviceId(), to)))
        .field("local_ca_guid", HEX64, "channel adapter of the sender")
        .also("infiniband.cm.req.localcaguid", "infiniband.cm.rep.localcaguid")
        .in(REQ.number(CmReq.Field.LOCAL_CA_GUID, CmReq::localCaGuid))
        .in(REP.number(CmRep.Field.LOCAL_CA_GUID, CmRep::localCaGuid))
        .field(
            "vendor_id",
            HEX32,
            "IEEE number of the vendor whose extensions the sender offers or takes, if any")
        .in(CmFields::vendorId)
        .field("local_qpn", UNSIGNED, "queue pair of the sender")
        .also("infiniband.cm.req.localqpn", "infiniband.cm.rep.localqpn")
        .in(REQ.number(CmReq.Field.LOCAL_QPN, CmReq::localQpn))
        .in(REP.number(CmRep.Field.LOCAL_QPN, CmRep::localQpn))
        .field("remote_qpn", UNSIGNED, "queue pair of the receiver")
        .in(DREQ.number(CmDreq.Field.REMOTE_QPN, CmDreq::remoteQpn))
        .in(LAP.number(CmLap.Field.REMOTE_QPN, CmLap::remoteQpn))
        .field("qpn", UNSIGNED, "queue pair of a datagram service")
        .in(SIDR_REP.number(CmSidrRep.Field.QPN, CmSidrRep::qpn))
        .field("q_key", HEX32, "key of that queue pair")
        .in(SIDR_REP.unsigned(CmSidrRep.Field.QUEUE_KEY, CmSidrRep::queueKey))
        .field("starting_psn", UNSIGNED, "PSN that the receiver begins with")
        .also("infiniband.cm.req.startpsn", "infiniband.cm.rep.startpsn")
        .in(REQ.number(CmReq.Field.STARTING_PSN, CmReq::startingPsn))
        .in(REP.number(CmRep.Field.STARTING_PSN, CmRep::startingPsn))
        .field("responder_resources", UNSIGNED, "RDMA Reads that the sender serves at once")
        .also("infiniband.cm.req.responderres", "infiniband.cm.rep.respres")
        .in(REQ.number(CmReq.Field.RESPONDER_RESOURCES, CmReq::responderResources))
        .in(REP.number(CmRep.Field.RESPONDER_RESOURCES, CmRep::responderResources))
        .field("initiator_depth", UNSIGNED, "RDMA Reads that the sender has outstanding at most")
        .also("infiniband.cm.req.initdepth", "infiniband.cm.rep.initdepth")
        .in(REQ.number(CmReq.Field.INITIATOR_DEPTH, CmReq::initiatorDepth))
        .in(REP.number(CmRep.Field.INITIATOR_DEPTH, CmRep::initiatorDepth))
        .field("transport_service", UNSIGNED, "0 RC, 1 UC, 2 RD, 3 extended")
        .also("infiniband.cm.req.transpsvctype")
        .in(REQ.number(CmReq.Field.TRANSPORT_SERVICE_TYPE, CmReq::transportServiceType))
        .field("retry_count", UNSIGNED, "how often the receiver is to send again")
        .also("infiniband.cm.req.retrcount")
        .in(REQ.number(CmReq.Field.RETRY_COUNT, CmReq::retryCount))
        .field(
            "rnr_retry_count",
            UNSIGNED,
            "how often it is to send again after an RNR NAK; 7 is for ever")
        .also("infiniband.cm.req.rnrretrcount", "infiniband.cm.rep.rnrretrcount")
        .in(REQ.number(CmReq.Field.RNR_RETRY_COUNT, CmReq::rnrRetryCount))
        .in(REP.number(CmRep.Field.RNR_RETRY_COUNT, CmRep::rnrRetryCount))
        .field("p_key", UNSIGNED, "partition key")
        .also("infiniband.cm.req.pkey")
        .in(REQ.number(CmReq.Field.P_KEY, CmReq::pKey))
        .in(SIDR_REQ.number(CmSidrReq.Field.PARTITION_KEY, CmSidrReq::partitionKey))
        .field("path_mtu", UNSIGNED, "code of the path MTU: 1 is 256 bytes, 5 is 4096")
        .also("infiniband.cm.req.pppmtu")
        .in(REQ.number(CmReq.Field.PATH_MTU, CmReq::pathMtuCode))
        .field("local_gid", ADDRESS, "port of the sender")
        .also("infiniband.cm.req.prim_localgid", "infiniband.cm.req.prim_localgid_ipv4")
        .in(REQ.gid(CmReq.Field.PRIMARY_LOCAL_GID, CmReq::primaryLocalGid))
        .in(LAP.gid(CmLap.Field.LOCAL_GID, CmLap::localGid))
        .field("remote_gid", ADDRESS, "port of the receiver")
        .also("infiniband.cm.req.prim_remotegid", "infiniband.cm.req.prim_remotegid_ipv4")
        .in(REQ.gid(CmReq.Field.PRIMARY_REMOTE_GID, CmReq::primaryRemoteGid))
        .in(LAP.gid(CmLap.Field.REMOTE_GID, CmLap::remoteGid))
        .part(CmLayer::addresses, CmFields::addresses)
        .field("rejected_message", UNSIGNED, "what was rejected: 0 REQ, 1 REP, 2 no message")
        .also("infiniband.cm.rej.msgrej")
        .in(REJ.number(CmRej.Field.REJECTED_MESSAGE, CmRej::rejectedMessageCode))
        .field("reason", NAMED, "why it was rejected")
        .also("infiniband.cm.rej.reason")
        .in(REJ.of(CmRej.Field.REASON, (m, to) -> to.named(m.reasonCode(), CmFields::reason)))
        .values(NameLists.of(RejectReason.values(), RejectReason::text, RejectReason.UNKNOWN))
        .field("acknowledged_message", UNSIGNED, "what MRA received: 0 REQ, 1 REP, 2 LAP")
        .in(MRA.number(CmMra.Field.ACKNOWLEDGED_MESSAGE, CmMra::acknowledgedMessageCode))
        .field(
            "service_timeout",
            UNSIGNED,
            "time that MRA asks for, 4.096 microseconds times two to this power")
        .in(MRA.number(CmMra.Field.SERVICE_TIMEOUT, CmMra::serviceTimeout))
        .field("status", UNSIGNED, "how a request went, 0 if well")
        .in(APR.number(CmApr.Field.STATUS, CmApr::status))
        .in(SIDR_REP.number(CmSidrRep.Field.STATUS, CmSidrRep::status));
  }

  private static void addresses(FieldTable<IpCmPrivateData> fields) {
    fields
        .address("ip_src", "IP address that asks", a -> address(a.source()))
        .also("infiniband.cm.req.ip_cm.sip4", "infiniband.cm.req.ip_cm.sip6")
        .address("ip_dst", "IP address that is asked", a -> address(a.destination()))
        .also("infiniband.cm.req.ip_cm.dip4", "infiniband.cm.req.ip_cm.dip6")
        .number("ip_src_port", "IP port that asks", IpCmPrivateData::sourcePort)
        .also("infiniband.cm.req.ip_cm.sport");
  }

  /** Adds what a LAP says of the path to use if the first one fails. */
  private static void alternatePath(FieldTable<CmLayer> fields) {
    fields
        .field("local_lid", UNSIGNED, "LID of the sender on an alternate path")
        .in(LAP.number(CmLap.Field.LOCAL_LID, CmLap::localLid))
        .field("remote_lid", UNSIGNED, "LID of the receiver on an alternate path")
        .in(LAP.number(CmLap.Field.REMOTE_LID, CmLap::remoteLid))
        .field("flow_label", UNSIGNED, "flow label of an alternate path")
        .in(LAP.number(CmLap.Field.FLOW_LABEL, CmLap::flowLabel))
        .field("traffic_class", UNSIGNED, "traffic class of an alternate path")
        .in(LAP.number(CmLap.Field.TRAFFIC_CLASS, CmLap::trafficClass))
        .field("hop_limit", UNSIGNED, "hop limit of an alternate path")
        .in(LAP.number(CmLap.Field.HOP_LIMIT, CmLap::hopLimit))
        .field("packet_rate", UNSIGNED, "code of the rate of an alternate path")
        .in(LAP.number(CmLap.Field.PACKET_RATE, CmLap::packetRate))
        .field("sl", UNSIGNED, "service level of an alternate path")
        .in(LAP.number(CmLap.Field.SERVICE_LEVEL, CmLap::serviceLevel))
        .field("subnet_local", BOOLEAN, "an alternate path stays in the subnet")
        .in(LAP.number(CmLap.Field.SUBNET_LOCAL, m -> m.subnetLocal() ? 1 : 0))
        .field("local_ack_timeout", UNSIGNED, "4.096 microseconds times two to this power")
        .in(LAP.number(CmLap.Field.LOCAL_ACK_TIMEOUT, CmLap::localAckTimeout))
        .field("remote_response_timeout", UNSIGNED, "4.096 microseconds times two to this power")
        .in(LAP.number(CmLap.Field.REMOTE_RESPONSE_TIMEOUT, CmLap::remoteResponseTimeout));
  }

  private static boolean port(ServiceId service, ValueVisitor to) {
    return service.isIpCm() && to.number(service.port());
  }

  private static String reason(long code) {
    return RejectReason.text((int) code);
  }

  private static IpAddress address(Gid gid) {
    return new IpAddress(gid.high(), gid.low());
  }

  private static boolean vendorId(CmLayer h, ValueVisitor to) {
    // What is not captured is 0, and so is what is reserved where there are no extensions.
    int id = 0;
    if (h.message() instanceof CmReq req) {
      id = req.vendorId();
    } else if (h.message() instanceof CmRep rep) {
      id = rep.vendorId();
    } else if (h.message() instanceof CmSidrRep sidrRep) {
      id = sidrRep.vendorId();
    }
    return id != 0 && to.number(id);
  }
}
