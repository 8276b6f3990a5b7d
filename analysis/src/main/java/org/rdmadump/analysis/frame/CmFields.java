package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

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
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.net.IpAddress;

/**
 * The fields of messages of connection management, as far as they were captured: the same name in
 * each message that has such a field.
 */
final class CmFields {
  private CmFields() {}

  static HeaderFields<CmLayer> cm() {
    HeaderFields<CmLayer> fields =
        new HeaderFields<>(LayerName.CM, CmLayer.class)
            .add(
                "message",
                TEXT,
                "which message it is, such as ConnectRequest",
                (h, to) -> to.text(h.message().kind().text()))
            .named(NameLists.of(CmKind.values(), CmKind::text))
            .add(
                "local_comm_id",
                HEX32,
                "the sender's name for the connection",
                CmFields::localId,
                "infiniband.cm.req",
                "infiniband.cm.rep",
                "infiniband.cm.rej.localcommid",
                "infiniband.cm.rtu.localcommid",
                "infiniband.cm.dreq.localcommid",
                "infiniband.cm.drsp.localcommid")
            .add(
                "remote_comm_id",
                HEX32,
                "the receiver's name for the connection",
                CmFields::remoteId,
                "infiniband.cm.rep.remotecommid",
                "infiniband.cm.rej.remotecommid",
                "infiniband.cm.rtu.remotecommid",
                "infiniband.cm.dreq.remotecommid",
                "infiniband.cm.drsp.remotecommid")
            .add(
                "request_id",
                HEX32,
                "name of a request for a datagram service",
                either(
                    sidrReq(CmSidrReq.Field.REQUEST_ID, m -> Integer.toUnsignedLong(m.requestId())),
                    sidrRep(
                        CmSidrRep.Field.REQUEST_ID, m -> Integer.toUnsignedLong(m.requestId()))))
            .add(
                "service_id",
                HEX64,
                "what is asked for",
                either(
                    req(CmReq.Field.SERVICE_ID, m -> m.serviceId().value()),
                    sidrReq(CmSidrReq.Field.SERVICE_ID, m -> m.serviceId().value()),
                    sidrRep(CmSidrRep.Field.SERVICE_ID, m -> m.serviceId().value())),
                "infiniband.cm.req.serviceid")
            .add(
                "port",
                UNSIGNED,
                "IP port that is asked for",
                CmFields::port,
                "infiniband.cm.req.serviceid.dport")
            .add(
                "local_ca_guid",
                HEX64,
                "channel adapter of the sender",
                either(
                    req(CmReq.Field.LOCAL_CA_GUID, CmReq::localCaGuid),
                    rep(CmRep.Field.LOCAL_CA_GUID, CmRep::localCaGuid)),
                "infiniband.cm.req.localcaguid",
                "infiniband.cm.rep.localcaguid")
            .add(
                "vendor_id",
                HEX32,
                "IEEE number of the vendor whose extensions the sender offers or takes, if any",
                CmFields::vendorId)
            .add(
                "local_qpn",
                UNSIGNED,
                "queue pair of the sender",
                either(
                    req(CmReq.Field.LOCAL_QPN, CmReq::localQpn),
                    rep(CmRep.Field.LOCAL_QPN, CmRep::localQpn)),
                "infiniband.cm.req.localqpn",
                "infiniband.cm.rep.localqpn")
            .add(
                "remote_qpn",
                UNSIGNED,
                "queue pair of the receiver",
                either(
                    dreq(CmDreq.Field.REMOTE_QPN, CmDreq::remoteQpn),
                    AlternatePathFields.lap(CmLap.Field.REMOTE_QPN, CmLap::remoteQpn)))
            .add(
                "qpn",
                UNSIGNED,
                "queue pair of a datagram service",
                sidrRep(CmSidrRep.Field.QPN, CmSidrRep::qpn))
            .add(
                "q_key",
                HEX32,
                "key of that queue pair",
                sidrRep(CmSidrRep.Field.QUEUE_KEY, m -> Integer.toUnsignedLong(m.queueKey())))
            .add(
                "starting_psn",
                UNSIGNED,
                "PSN that the receiver begins with",
                either(
                    req(CmReq.Field.STARTING_PSN, CmReq::startingPsn),
                    rep(CmRep.Field.STARTING_PSN, CmRep::startingPsn)),
                "infiniband.cm.req.startpsn",
                "infiniband.cm.rep.startpsn")
            .add(
                "responder_resources",
                UNSIGNED,
                "RDMA Reads that the sender serves at once",
                either(
                    req(CmReq.Field.RESPONDER_RESOURCES, CmReq::responderResources),
                    rep(CmRep.Field.RESPONDER_RESOURCES, CmRep::responderResources)),
                "infiniband.cm.req.responderres",
                "infiniband.cm.rep.respres")
            .add(
                "initiator_depth",
                UNSIGNED,
                "RDMA Reads that the sender has outstanding at most",
                either(
                    req(CmReq.Field.INITIATOR_DEPTH, CmReq::initiatorDepth),
                    rep(CmRep.Field.INITIATOR_DEPTH, CmRep::initiatorDepth)),
                "infiniband.cm.req.initdepth",
                "infiniband.cm.rep.initdepth")
            .add(
                "transport_service",
                UNSIGNED,
                "0 RC, 1 UC, 2 RD, 3 extended",
                req(CmReq.Field.TRANSPORT_SERVICE_TYPE, CmReq::transportServiceType),
                "infiniband.cm.req.transpsvctype")
            .add(
                "retry_count",
                UNSIGNED,
                "how often the receiver is to send again",
                req(CmReq.Field.RETRY_COUNT, CmReq::retryCount),
                "infiniband.cm.req.retrcount")
            .add(
                "rnr_retry_count",
                UNSIGNED,
                "how often it is to send again after an RNR NAK; 7 is for ever",
                either(
                    req(CmReq.Field.RNR_RETRY_COUNT, CmReq::rnrRetryCount),
                    rep(CmRep.Field.RNR_RETRY_COUNT, CmRep::rnrRetryCount)),
                "infiniband.cm.req.rnrretrcount",
                "infiniband.cm.rep.rnrretrcount")
            .add(
                "p_key",
                UNSIGNED,
                "partition key",
                either(
                    req(CmReq.Field.P_KEY, CmReq::pKey),
                    sidrReq(CmSidrReq.Field.PARTITION_KEY, CmSidrReq::partitionKey)),
                "infiniband.cm.req.pkey")
            .add(
                "path_mtu",
                UNSIGNED,
                "code of the path MTU: 1 is 256 bytes, 5 is 4096",
                req(CmReq.Field.PATH_MTU, CmReq::pathMtuCode),
                "infiniband.cm.req.pppmtu")
            .add(
                "local_gid",
                ADDRESS,
                "port of the sender",
                CmFields::localGid,
                "infiniband.cm.req.prim_localgid",
                "infiniband.cm.req.prim_localgid_ipv4")
            .add(
                "remote_gid",
                ADDRESS,
                "port of the receiver",
                CmFields::remoteGid,
                "infiniband.cm.req.prim_remotegid",
                "infiniband.cm.req.prim_remotegid_ipv4")
            .add(
                "ip_src",
                ADDRESS,
                "IP address that asks",
                (h, to) ->
                    h.addresses().isPresent() && to.address(address(h.addresses().get().source())),
                "infiniband.cm.req.ip_cm.sip4",
                "infiniband.cm.req.ip_cm.sip6")
            .add(
                "ip_dst",
                ADDRESS,
                "IP address that is asked",
                (h, to) ->
                    h.addresses().isPresent()
                        && to.address(address(h.addresses().get().destination())),
                "infiniband.cm.req.ip_cm.dip4",
                "infiniband.cm.req.ip_cm.dip6")
            .add(
                "ip_src_port",
                UNSIGNED,
                "IP port that asks",
                (h, to) -> h.addresses().isPresent() && to.number(h.addresses().get().sourcePort()),
                "infiniband.cm.req.ip_cm.sport")
            .add(
                "rejected_message",
                UNSIGNED,
                "what was rejected: 0 REQ, 1 REP, 2 no message",
                rej(CmRej.Field.REJECTED_MESSAGE, CmRej::rejectedMessageCode),
                "infiniband.cm.rej.msgrej")
            .add(
                "reason",
                NAMED,
                "why it was rejected",
                CmFields::reason,
                "infiniband.cm.rej.reason")
            .named(NameLists.of(RejectReason.values(), RejectReason::text, RejectReason.UNKNOWN))
            .add(
                "acknowledged_message",
                UNSIGNED,
                "what MRA received: 0 REQ, 1 REP, 2 LAP",
                mra(CmMra.Field.ACKNOWLEDGED_MESSAGE, CmMra::acknowledgedMessageCode))
            .add(
                "service_timeout",
                UNSIGNED,
                "time that MRA asks for, 4.096 microseconds times two to this power",
                mra(CmMra.Field.SERVICE_TIMEOUT, CmMra::serviceTimeout))
            .add(
                "status",
                UNSIGNED,
                "how a request went, 0 if well",
                either(
                    apr(CmApr.Field.STATUS, CmApr::status),
                    sidrRep(CmSidrRep.Field.STATUS, CmSidrRep::status)));
    return PrivateData.addTo(
        AlternatePathFields.addTo(fields),
        "what the program says, without zeros at the end",
        CmLayer::privateData);
  }

  // ---- a number in one kind of message, if it was captured

  private static FieldReader<CmLayer> req(CmReq.Field field, ToLongFunction<CmReq> value) {
    return (h, to) ->
        h.message() instanceof CmReq m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> rep(CmRep.Field field, ToLongFunction<CmRep> value) {
    return (h, to) ->
        h.message() instanceof CmRep m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> rej(CmRej.Field field, ToLongFunction<CmRej> value) {
    return (h, to) ->
        h.message() instanceof CmRej m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> mra(CmMra.Field field, ToLongFunction<CmMra> value) {
    return (h, to) ->
        h.message() instanceof CmMra m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> dreq(CmDreq.Field field, ToLongFunction<CmDreq> value) {
    return (h, to) ->
        h.message() instanceof CmDreq m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> apr(CmApr.Field field, ToLongFunction<CmApr> value) {
    return (h, to) ->
        h.message() instanceof CmApr m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> sidrReq(
      CmSidrReq.Field field, ToLongFunction<CmSidrReq> value) {
    return (h, to) ->
        h.message() instanceof CmSidrReq m && m.has(field) && to.number(value.applyAsLong(m));
  }

  private static FieldReader<CmLayer> sidrRep(
      CmSidrRep.Field field, ToLongFunction<CmSidrRep> value) {
    return (h, to) ->
        h.message() instanceof CmSidrRep m && m.has(field) && to.number(value.applyAsLong(m));
  }

  /** A field that several kinds of message have. */
  @SafeVarargs
  private static FieldReader<CmLayer> either(FieldReader<CmLayer>... kinds) {
    return (h, to) -> {
      for (FieldReader<CmLayer> each : kinds) {
        if (each.read(h, to)) {
          return true;
        }
      }
      return false;
    };
  }

  // ---- other fields

  private static boolean port(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.SERVICE_ID) && port(req.serviceId(), to);
    }
    return h.message() instanceof CmSidrReq sidr
        && sidr.has(CmSidrReq.Field.SERVICE_ID)
        && port(sidr.serviceId(), to);
  }

  private static boolean port(ServiceId service, ValueVisitor to) {
    return service.isIpCm() && to.number(service.port());
  }

  private static String reasonText(long code) {
    return RejectReason.text((int) code);
  }

  private static IpAddress address(Gid gid) {
    return new IpAddress(gid.high(), gid.low());
  }

  private static boolean communicationId(int id, ValueVisitor to) {
    return to.number(Integer.toUnsignedLong(id));
  }

  private static boolean localId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(req.localCommunicationId(), to);
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(rep.localCommunicationId(), to);
    }
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(rej.localCommunicationId(), to);
    }
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(mra.localCommunicationId(), to);
    }
    if (h.message() instanceof CmDreq dreq) {
      return dreq.has(CmDreq.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(dreq.localCommunicationId(), to);
    }
    if (h.message() instanceof CmConfirmation confirmation) {
      return confirmation.has(CmConfirmation.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(confirmation.localCommunicationId(), to);
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.LOCAL_COMMUNICATION_ID)
          && communicationId(lap.localCommunicationId(), to);
    }
    return h.message() instanceof CmApr apr
        && apr.has(CmApr.Field.LOCAL_COMMUNICATION_ID)
        && communicationId(apr.localCommunicationId(), to);
  }

  private static boolean remoteId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(rep.remoteCommunicationId(), to);
    }
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(rej.remoteCommunicationId(), to);
    }
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(mra.remoteCommunicationId(), to);
    }
    if (h.message() instanceof CmDreq dreq) {
      return dreq.has(CmDreq.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(dreq.remoteCommunicationId(), to);
    }
    if (h.message() instanceof CmConfirmation confirmation) {
      return confirmation.has(CmConfirmation.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(confirmation.remoteCommunicationId(), to);
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_COMMUNICATION_ID)
          && communicationId(lap.remoteCommunicationId(), to);
    }
    return h.message() instanceof CmApr apr
        && apr.has(CmApr.Field.REMOTE_COMMUNICATION_ID)
        && communicationId(apr.remoteCommunicationId(), to);
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

  private static boolean localGid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.PRIMARY_LOCAL_GID) && to.address(address(req.primaryLocalGid()));
    }
    return h.message() instanceof CmLap lap
        && lap.has(CmLap.Field.LOCAL_GID)
        && to.address(address(lap.localGid()));
  }

  private static boolean remoteGid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.PRIMARY_REMOTE_GID) && to.address(address(req.primaryRemoteGid()));
    }
    return h.message() instanceof CmLap lap
        && lap.has(CmLap.Field.REMOTE_GID)
        && to.address(address(lap.remoteGid()));
  }

  private static boolean reason(CmLayer h, ValueVisitor to) {
    return h.message() instanceof CmRej rej
        && rej.has(CmRej.Field.REASON)
        && to.named(rej.reasonCode(), CmFields::reasonText);
  }
}
