package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

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
                CmFields::requestId)
            .add(
                "service_id",
                HEX64,
                "what is asked for",
                CmFields::serviceId,
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
                CmFields::localGuid,
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
                CmFields::localQpn,
                "infiniband.cm.req.localqpn",
                "infiniband.cm.rep.localqpn")
            .add("remote_qpn", UNSIGNED, "queue pair of the receiver", CmFields::remoteQpn)
            .add("qpn", UNSIGNED, "queue pair of a datagram service", CmFields::serviceQpn)
            .add("q_key", HEX32, "key of that queue pair", CmFields::queueKey)
            .add(
                "starting_psn",
                UNSIGNED,
                "PSN that the receiver begins with",
                CmFields::startingPsn,
                "infiniband.cm.req.startpsn",
                "infiniband.cm.rep.startpsn")
            .add(
                "responder_resources",
                UNSIGNED,
                "RDMA Reads that the sender serves at once",
                CmFields::responderResources,
                "infiniband.cm.req.responderres",
                "infiniband.cm.rep.respres")
            .add(
                "initiator_depth",
                UNSIGNED,
                "RDMA Reads that the sender has outstanding at most",
                CmFields::initiatorDepth,
                "infiniband.cm.req.initdepth",
                "infiniband.cm.rep.initdepth")
            .add(
                "transport_service",
                UNSIGNED,
                "0 RC, 1 UC, 2 RD, 3 extended",
                CmFields::transportServiceType,
                "infiniband.cm.req.transpsvctype")
            .add(
                "retry_count",
                UNSIGNED,
                "how often the receiver is to send again",
                CmFields::retryCount,
                "infiniband.cm.req.retrcount")
            .add(
                "rnr_retry_count",
                UNSIGNED,
                "how often it is to send again after an RNR NAK; 7 is for ever",
                CmFields::rnrRetryCount,
                "infiniband.cm.req.rnrretrcount",
                "infiniband.cm.rep.rnrretrcount")
            .add(
                "p_key",
                UNSIGNED,
                "partition key",
                CmFields::partitionKey,
                "infiniband.cm.req.pkey")
            .add(
                "path_mtu",
                UNSIGNED,
                "code of the path MTU: 1 is 256 bytes, 5 is 4096",
                CmFields::pathMtu,
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
                CmFields::rejected,
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
                CmFields::acknowledged)
            .add(
                "service_timeout",
                UNSIGNED,
                "time that MRA asks for, 4.096 microseconds times two to this power",
                CmFields::serviceTimeout)
            .add("status", UNSIGNED, "how a request went, 0 if well", CmFields::status)
            .add(
                "local_lid", UNSIGNED, "LID of the sender on an alternate path", CmFields::localLid)
            .add(
                "remote_lid",
                UNSIGNED,
                "LID of the receiver on an alternate path",
                CmFields::remoteLid)
            .add("flow_label", UNSIGNED, "flow label of an alternate path", CmFields::flowLabel)
            .add(
                "traffic_class",
                UNSIGNED,
                "traffic class of an alternate path",
                CmFields::trafficClass)
            .add("hop_limit", UNSIGNED, "hop limit of an alternate path", CmFields::hopLimit)
            .add(
                "packet_rate",
                UNSIGNED,
                "code of the rate of an alternate path",
                CmFields::packetRate)
            .add("sl", UNSIGNED, "service level of an alternate path", CmFields::serviceLevel)
            .add(
                "subnet_local",
                BOOLEAN,
                "an alternate path stays in the subnet",
                CmFields::subnetLocal)
            .add(
                "local_ack_timeout",
                UNSIGNED,
                "4.096 microseconds times two to this power",
                CmFields::localAckTimeout)
            .add(
                "remote_response_timeout",
                UNSIGNED,
                "4.096 microseconds times two to this power",
                CmFields::remoteResponseTimeout);
    return PrivateData.addTo(
        fields, "what the program says, without zeros at the end", CmLayer::privateData);
  }

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

  private static boolean localId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(req.localCommunicationId()));
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(rep.localCommunicationId()));
    }
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(rej.localCommunicationId()));
    }
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(mra.localCommunicationId()));
    }
    if (h.message() instanceof CmDreq dreq) {
      return dreq.has(CmDreq.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(dreq.localCommunicationId()));
    }
    if (h.message() instanceof CmConfirmation confirmation) {
      return confirmation.has(CmConfirmation.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(confirmation.localCommunicationId()));
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(lap.localCommunicationId()));
    }
    if (h.message() instanceof CmApr apr) {
      return apr.has(CmApr.Field.LOCAL_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(apr.localCommunicationId()));
    }
    return false;
  }

  private static boolean remoteId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(rep.remoteCommunicationId()));
    }
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(rej.remoteCommunicationId()));
    }
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(mra.remoteCommunicationId()));
    }
    if (h.message() instanceof CmDreq dreq) {
      return dreq.has(CmDreq.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(dreq.remoteCommunicationId()));
    }
    if (h.message() instanceof CmConfirmation confirmation) {
      return confirmation.has(CmConfirmation.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(confirmation.remoteCommunicationId()));
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(lap.remoteCommunicationId()));
    }
    if (h.message() instanceof CmApr apr) {
      return apr.has(CmApr.Field.REMOTE_COMMUNICATION_ID)
          && to.number(Integer.toUnsignedLong(apr.remoteCommunicationId()));
    }
    return false;
  }

  private static boolean requestId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmSidrReq sidrReq) {
      return sidrReq.has(CmSidrReq.Field.REQUEST_ID)
          && to.number(Integer.toUnsignedLong(sidrReq.requestId()));
    }
    if (h.message() instanceof CmSidrRep sidrRep) {
      return sidrRep.has(CmSidrRep.Field.REQUEST_ID)
          && to.number(Integer.toUnsignedLong(sidrRep.requestId()));
    }
    return false;
  }

  private static boolean serviceId(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.SERVICE_ID) && to.number(req.serviceId().value());
    }
    if (h.message() instanceof CmSidrReq sidrReq) {
      return sidrReq.has(CmSidrReq.Field.SERVICE_ID) && to.number(sidrReq.serviceId().value());
    }
    if (h.message() instanceof CmSidrRep sidrRep) {
      return sidrRep.has(CmSidrRep.Field.SERVICE_ID) && to.number(sidrRep.serviceId().value());
    }
    return false;
  }

  private static boolean localGuid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.LOCAL_CA_GUID) && to.number(req.localCaGuid());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.LOCAL_CA_GUID) && to.number(rep.localCaGuid());
    }
    return false;
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

  private static boolean localQpn(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.LOCAL_QPN) && to.number(req.localQpn());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.LOCAL_QPN) && to.number(rep.localQpn());
    }
    return false;
  }

  private static boolean remoteQpn(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmDreq dreq) {
      return dreq.has(CmDreq.Field.REMOTE_QPN) && to.number(dreq.remoteQpn());
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_QPN) && to.number(lap.remoteQpn());
    }
    return false;
  }

  private static boolean serviceQpn(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmSidrRep sidrRep) {
      return sidrRep.has(CmSidrRep.Field.QPN) && to.number(sidrRep.qpn());
    }
    return false;
  }

  private static boolean queueKey(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmSidrRep sidrRep) {
      return sidrRep.has(CmSidrRep.Field.QUEUE_KEY)
          && to.number(Integer.toUnsignedLong(sidrRep.queueKey()));
    }
    return false;
  }

  private static boolean startingPsn(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.STARTING_PSN) && to.number(req.startingPsn());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.STARTING_PSN) && to.number(rep.startingPsn());
    }
    return false;
  }

  private static boolean responderResources(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.RESPONDER_RESOURCES) && to.number(req.responderResources());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.RESPONDER_RESOURCES) && to.number(rep.responderResources());
    }
    return false;
  }

  private static boolean initiatorDepth(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.INITIATOR_DEPTH) && to.number(req.initiatorDepth());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.INITIATOR_DEPTH) && to.number(rep.initiatorDepth());
    }
    return false;
  }

  private static boolean rnrRetryCount(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.RNR_RETRY_COUNT) && to.number(req.rnrRetryCount());
    }
    if (h.message() instanceof CmRep rep) {
      return rep.has(CmRep.Field.RNR_RETRY_COUNT) && to.number(rep.rnrRetryCount());
    }
    return false;
  }

  private static boolean transportServiceType(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.TRANSPORT_SERVICE_TYPE) && to.number(req.transportServiceType());
    }
    return false;
  }

  private static boolean retryCount(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.RETRY_COUNT) && to.number(req.retryCount());
    }
    return false;
  }

  private static boolean partitionKey(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.P_KEY) && to.number(req.pKey());
    }
    if (h.message() instanceof CmSidrReq sidrReq) {
      return sidrReq.has(CmSidrReq.Field.PARTITION_KEY) && to.number(sidrReq.partitionKey());
    }
    return false;
  }

  private static boolean pathMtu(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.PATH_MTU) && to.number(req.pathMtuCode());
    }
    return false;
  }

  private static boolean localGid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.PRIMARY_LOCAL_GID) && to.address(address(req.primaryLocalGid()));
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.LOCAL_GID) && to.address(address(lap.localGid()));
    }
    return false;
  }

  private static boolean remoteGid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmReq req) {
      return req.has(CmReq.Field.PRIMARY_REMOTE_GID) && to.address(address(req.primaryRemoteGid()));
    }
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_GID) && to.address(address(lap.remoteGid()));
    }
    return false;
  }

  private static boolean rejected(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.REJECTED_MESSAGE) && to.number(rej.rejectedMessageCode());
    }
    return false;
  }

  private static boolean reason(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmRej rej) {
      return rej.has(CmRej.Field.REASON) && to.named(rej.reasonCode(), CmFields::reasonText);
    }
    return false;
  }

  private static boolean acknowledged(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.ACKNOWLEDGED_MESSAGE) && to.number(mra.acknowledgedMessageCode());
    }
    return false;
  }

  private static boolean serviceTimeout(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmMra mra) {
      return mra.has(CmMra.Field.SERVICE_TIMEOUT) && to.number(mra.serviceTimeout());
    }
    return false;
  }

  private static boolean status(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmApr apr) {
      return apr.has(CmApr.Field.STATUS) && to.number(apr.status());
    }
    if (h.message() instanceof CmSidrRep sidrRep) {
      return sidrRep.has(CmSidrRep.Field.STATUS) && to.number(sidrRep.status());
    }
    return false;
  }

  private static boolean localLid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.LOCAL_LID) && to.number(lap.localLid());
    }
    return false;
  }

  private static boolean remoteLid(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_LID) && to.number(lap.remoteLid());
    }
    return false;
  }

  private static boolean flowLabel(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.FLOW_LABEL) && to.number(lap.flowLabel());
    }
    return false;
  }

  private static boolean trafficClass(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.TRAFFIC_CLASS) && to.number(lap.trafficClass());
    }
    return false;
  }

  private static boolean hopLimit(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.HOP_LIMIT) && to.number(lap.hopLimit());
    }
    return false;
  }

  private static boolean packetRate(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.PACKET_RATE) && to.number(lap.packetRate());
    }
    return false;
  }

  private static boolean serviceLevel(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.SERVICE_LEVEL) && to.number(lap.serviceLevel());
    }
    return false;
  }

  private static boolean subnetLocal(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.SUBNET_LOCAL) && to.number(lap.subnetLocal() ? 1 : 0);
    }
    return false;
  }

  private static boolean localAckTimeout(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.LOCAL_ACK_TIMEOUT) && to.number(lap.localAckTimeout());
    }
    return false;
  }

  private static boolean remoteResponseTimeout(CmLayer h, ValueVisitor to) {
    if (h.message() instanceof CmLap lap) {
      return lap.has(CmLap.Field.REMOTE_RESPONSE_TIMEOUT) && to.number(lap.remoteResponseTimeout());
    }
    return false;
  }
}
