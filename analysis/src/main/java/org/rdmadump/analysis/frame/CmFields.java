package org.rdmadump.analysis.frame;

import java.util.List;
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
    PrivateData.addTo(fields, CmLayer::privateData);
  }

  private static void identifiers(FieldTable<CmLayer> fields) {
    fields
        .text("message", h -> h.message().kind().text())
        .values(NameLists.of(CmKind.values(), CmKind::text))
        .add("local_comm_id", captured(CmField.LOCAL_COMMUNICATION_ID))
        .add("remote_comm_id", captured(CmField.REMOTE_COMMUNICATION_ID));
  }

  private static void connection(FieldTable<CmLayer> fields) {
    fields
        .add("request_id", captured(CmField.REQUEST_ID))
        .add("service_id", captured(CmField.SERVICE_ID))
        .add("port", CmFields::port)
        .add("local_ca_guid", captured(CmField.LOCAL_CA_GUID))
        .add("vendor_id", CmFields::vendorId)
        .add("local_qpn", captured(CmField.LOCAL_QPN))
        .add("local_eecn", captured(CmField.LOCAL_EECN))
        .add("remote_qpn", captured(CmField.REMOTE_QPN))
        .add("remote_eecn", captured(CmField.REMOTE_EECN))
        .add("qpn", captured(CmField.QPN))
        .add("q_key", captured(CmField.Q_KEY))
        .add("starting_psn", captured(CmField.STARTING_PSN))
        .add("responder_resources", captured(CmField.RESPONDER_RESOURCES))
        .add("initiator_depth", captured(CmField.INITIATOR_DEPTH))
        .add("transport_service", captured(CmField.TRANSPORT_SERVICE_TYPE))
        .add("retry_count", captured(CmField.RETRY_COUNT))
        .add("rnr_retry_count", captured(CmField.RNR_RETRY_COUNT))
        .add("p_key", captured(CmField.P_KEY))
        .add("path_mtu", captured(CmField.PATH_MTU))
        .add("local_gid", gid(CmField.LOCAL_GID))
        .add("remote_gid", gid(CmField.REMOTE_GID))
        .part(CmLayer::addresses, CmFields::addresses)
        .add("rejected_message", captured(CmField.REJECTED_MESSAGE))
        .add("reason", CmFields::reason)
        .values(NameLists.of(RejectReason.values(), RejectReason::text, RejectReason.UNKNOWN))
        .numbered(List.of(RejectReason.NUMBERED))
        .add("acknowledged_message", captured(CmField.ACKNOWLEDGED_MESSAGE))
        .add("service_timeout", captured(CmField.SERVICE_TIMEOUT))
        .add("status", captured(CmField.STATUS));
  }

  private static void addresses(FieldTable<IpCmPrivateData> fields) {
    fields
        .address("ip_src", IpCmPrivateData::source)
        .address("ip_dst", IpCmPrivateData::destination)
        .number("ip_src_port", IpCmPrivateData::sourcePort);
  }

  /** Adds what a LAP says of the path to use if the first one fails. */
  private static void alternatePath(FieldTable<CmLayer> fields) {
    fields
        .add("local_lid", captured(CmField.LOCAL_LID))
        .add("remote_lid", captured(CmField.REMOTE_LID))
        .add("flow_label", captured(CmField.FLOW_LABEL))
        .add("traffic_class", captured(CmField.TRAFFIC_CLASS))
        .add("hop_limit", captured(CmField.HOP_LIMIT))
        .add("packet_rate", captured(CmField.PACKET_RATE))
        .add("sl", captured(CmField.SERVICE_LEVEL))
        .add("subnet_local", captured(CmField.SUBNET_LOCAL))
        .add("local_ack_timeout", captured(CmField.ALTERNATE_ACK_TIMEOUT))
        .add("remote_response_timeout", captured(CmField.REMOTE_RESPONSE_TIMEOUT));
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
