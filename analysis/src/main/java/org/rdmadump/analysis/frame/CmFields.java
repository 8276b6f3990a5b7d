package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.RejectReason;

/**
 * The fields of messages of connection management, as far as they were captured: the same name in
 * each message that has such a field.
 */
final class CmFields {
  private CmFields() {}

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
        .add(
            "local_comm_id",
            HEX32,
            "the sender's name for the connection",
            captured(CmField.LOCAL_COMMUNICATION_ID))
        .also(
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
            captured(CmField.REMOTE_COMMUNICATION_ID))
        .also(
            "infiniband.cm.rep.remotecommid",
            "infiniband.cm.rej.remotecommid",
            "infiniband.cm.rtu.remotecommid",
            "infiniband.cm.dreq.remotecommid",
            "infiniband.cm.drsp.remotecommid");
  }

  private static void connection(FieldTable<CmLayer> fields) {
    fields
        .add(
            "request_id",
            HEX32,
            "name of a request for a datagram service",
            captured(CmField.REQUEST_ID))
        .add("service_id", HEX64, "what is asked for", captured(CmField.SERVICE_ID))
        .also("infiniband.cm.req.serviceid")
        .add("port", UNSIGNED, "IP port that is asked for", CmFields::port)
        .also("infiniband.cm.req.serviceid.dport")
        .add(
            "local_ca_guid",
            HEX64,
            "channel adapter of the sender",
            captured(CmField.LOCAL_CA_GUID))
        .also("infiniband.cm.req.localcaguid", "infiniband.cm.rep.localcaguid")
        .add(
            "vendor_id",
            HEX32,
            "IEEE number of the vendor whose extensions the sender offers or takes, if any",
            CmFields::vendorId)
        .add("local_qpn", UNSIGNED, "queue pair of the sender", captured(CmField.LOCAL_QPN))
        .also("infiniband.cm.req.localqpn", "infiniband.cm.rep.localqpn")
        .add("remote_qpn", UNSIGNED, "queue pair of the receiver", captured(CmField.REMOTE_QPN))
        .add("qpn", UNSIGNED, "queue pair of a datagram service", captured(CmField.QPN))
        .add("q_key", HEX32, "key of that queue pair", captured(CmField.Q_KEY))
        .add(
            "starting_psn",
            UNSIGNED,
            "PSN that the receiver begins with",
            captured(CmField.STARTING_PSN))
        .also("infiniband.cm.req.startpsn", "infiniband.cm.rep.startpsn")
        .add(
            "responder_resources",
            UNSIGNED,
            "RDMA Reads that the sender serves at once",
            captured(CmField.RESPONDER_RESOURCES))
        .also("infiniband.cm.req.responderres", "infiniband.cm.rep.respres")
        .add(
            "initiator_depth",
            UNSIGNED,
            "RDMA Reads that the sender has outstanding at most",
            captured(CmField.INITIATOR_DEPTH))
        .also("infiniband.cm.req.initdepth", "infiniband.cm.rep.initdepth")
        .add(
            "transport_service",
            UNSIGNED,
            "0 RC, 1 UC, 2 RD, 3 extended",
            captured(CmField.TRANSPORT_SERVICE_TYPE))
        .also("infiniband.cm.req.transpsvctype")
        .add(
            "retry_count",
            UNSIGNED,
            "how often the receiver is to send again",
            captured(CmField.RETRY_COUNT))
        .also("infiniband.cm.req.retrcount")
        .add(
            "rnr_retry_count",
            UNSIGNED,
            "how often it is to send again after an RNR NAK; 7 is for ever",
            captured(CmField.RNR_RETRY_COUNT))
        .also("infiniband.cm.req.rnrretrcount", "infiniband.cm.rep.rnrretrcount")
        .add("p_key", UNSIGNED, "partition key", captured(CmField.P_KEY))
        .also("infiniband.cm.req.pkey")
        .add(
            "path_mtu",
            UNSIGNED,
            "code of the path MTU: 1 is 256 bytes, 5 is 4096",
            captured(CmField.PATH_MTU))
        .also("infiniband.cm.req.pppmtu")
        .add("local_gid", ADDRESS, "port of the sender", gid(CmField.LOCAL_GID))
        .also("infiniband.cm.req.prim_localgid", "infiniband.cm.req.prim_localgid_ipv4")
        .add("remote_gid", ADDRESS, "port of the receiver", gid(CmField.REMOTE_GID))
        .also("infiniband.cm.req.prim_remotegid", "infiniband.cm.req.prim_remotegid_ipv4")
        .part(CmLayer::addresses, CmFields::addresses)
        .add(
            "rejected_message",
            UNSIGNED,
            "what was rejected: 0 REQ, 1 REP, 2 no message",
            captured(CmField.REJECTED_MESSAGE))
        .also("infiniband.cm.rej.msgrej")
        .add("reason", NAMED, "why it was rejected", CmFields::reason)
        .also("infiniband.cm.rej.reason")
        .values(NameLists.of(RejectReason.values(), RejectReason::text, RejectReason.UNKNOWN))
        .add(
            "acknowledged_message",
            UNSIGNED,
            "what MRA received: 0 REQ, 1 REP, 2 LAP",
            captured(CmField.ACKNOWLEDGED_MESSAGE))
        .add(
            "service_timeout",
            UNSIGNED,
            "time that MRA asks for, 4.096 microseconds times two to this power",
            captured(CmField.SERVICE_TIMEOUT))
        .add("status", UNSIGNED, "how a request went, 0 if well", captured(CmField.STATUS));
  }

  private static void addresses(FieldTable<IpCmPrivateData> fields) {
    fields
        .address("ip_src", "IP address that asks", IpCmPrivateData::source)
        .also("infiniband.cm.req.ip_cm.sip4", "infiniband.cm.req.ip_cm.sip6")
        .address("ip_dst", "IP address that is asked", IpCmPrivateData::destination)
        .also("infiniband.cm.req.ip_cm.dip4", "infiniband.cm.req.ip_cm.dip6")
        .number("ip_src_port", "IP port that asks", IpCmPrivateData::sourcePort)
        .also("infiniband.cm.req.ip_cm.sport");
  }

  /** Adds what a LAP says of the path to use if the first one fails. */
  private static void alternatePath(FieldTable<CmLayer> fields) {
    fields
        .add(
            "local_lid",
            UNSIGNED,
            "LID of the sender on an alternate path",
            captured(CmField.LOCAL_LID))
        .add(
            "remote_lid",
            UNSIGNED,
            "LID of the receiver on an alternate path",
            captured(CmField.REMOTE_LID))
        .add(
            "flow_label", UNSIGNED, "flow label of an alternate path", captured(CmField.FLOW_LABEL))
        .add(
            "traffic_class",
            UNSIGNED,
            "traffic class of an alternate path",
            captured(CmField.TRAFFIC_CLASS))
        .add("hop_limit", UNSIGNED, "hop limit of an alternate path", captured(CmField.HOP_LIMIT))
        .add(
            "packet_rate",
            UNSIGNED,
            "code of the rate of an alternate path",
            captured(CmField.PACKET_RATE))
        .add("sl", UNSIGNED, "service level of an alternate path", captured(CmField.SERVICE_LEVEL))
        .add(
            "subnet_local",
            BOOLEAN,
            "an alternate path stays in the subnet",
            captured(CmField.SUBNET_LOCAL))
        .add(
            "local_ack_timeout",
            UNSIGNED,
            "4.096 microseconds times two to this power",
            captured(CmField.ALTERNATE_ACK_TIMEOUT))
        .add(
            "remote_response_timeout",
            UNSIGNED,
            "4.096 microseconds times two to this power",
            captured(CmField.REMOTE_RESPONSE_TIMEOUT));
  }

  /** A number, if messages of that kind have it and it was captured. */
  private static FieldReader<CmLayer> captured(CmField field) {
    return (h, to) -> h.message().has(field) && to.number(h.message().value(field));
  }

  private static FieldReader<CmLayer> gid(CmField field) {
    return (h, to) -> h.message().has(field) && to.address(h.message().gid(field));
  }

  private static boolean port(CmLayer h, ValueVisitor to) {
    return h.message().isIpCm() && to.number(h.message().serviceId().port());
  }

  private static boolean reason(CmLayer h, ValueVisitor to) {
    return h.message().has(CmField.REASON)
        && to.named(h.message().value(CmField.REASON), code -> RejectReason.text((int) code));
  }

  private static boolean vendorId(CmLayer h, ValueVisitor to) {
    // What is not captured is 0, and so is what is reserved where there are no extensions.
    long id = h.message().value(CmField.VENDOR_ID);
    return id != 0 && to.number(id);
  }
}
