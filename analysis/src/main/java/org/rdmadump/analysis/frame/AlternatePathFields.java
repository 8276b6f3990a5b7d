package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.ib.cm.CmLap;

/** The fields of messages of connection management that tell of an alternate path (LAP). */
final class AlternatePathFields {
  private AlternatePathFields() {}

  /** Adds them to those of messages of connection management. */
  static HeaderFields<CmLayer> addTo(HeaderFields<CmLayer> fields) {
    return fields
        .add(
            "local_lid",
            UNSIGNED,
            "LID of the sender on an alternate path",
            lap(CmLap.Field.LOCAL_LID, CmLap::localLid))
        .add(
            "remote_lid",
            UNSIGNED,
            "LID of the receiver on an alternate path",
            lap(CmLap.Field.REMOTE_LID, CmLap::remoteLid))
        .add(
            "flow_label",
            UNSIGNED,
            "flow label of an alternate path",
            lap(CmLap.Field.FLOW_LABEL, CmLap::flowLabel))
        .add(
            "traffic_class",
            UNSIGNED,
            "traffic class of an alternate path",
            lap(CmLap.Field.TRAFFIC_CLASS, CmLap::trafficClass))
        .add(
            "hop_limit",
            UNSIGNED,
            "hop limit of an alternate path",
            lap(CmLap.Field.HOP_LIMIT, CmLap::hopLimit))
        .add(
            "packet_rate",
            UNSIGNED,
            "code of the rate of an alternate path",
            lap(CmLap.Field.PACKET_RATE, CmLap::packetRate))
        .add(
            "sl",
            UNSIGNED,
            "service level of an alternate path",
            lap(CmLap.Field.SERVICE_LEVEL, CmLap::serviceLevel))
        .add(
            "subnet_local",
            BOOLEAN,
            "an alternate path stays in the subnet",
            lap(CmLap.Field.SUBNET_LOCAL, m -> m.subnetLocal() ? 1 : 0))
        .add(
            "local_ack_timeout",
            UNSIGNED,
            "4.096 microseconds times two to this power",
            lap(CmLap.Field.LOCAL_ACK_TIMEOUT, CmLap::localAckTimeout))
        .add(
            "remote_response_timeout",
            UNSIGNED,
            "4.096 microseconds times two to this power",
            lap(CmLap.Field.REMOTE_RESPONSE_TIMEOUT, CmLap::remoteResponseTimeout));
  }

  /** A number in such a message, if it was captured. */
  static FieldReader<CmLayer> lap(CmLap.Field field, ToLongFunction<CmLap> value) {
    return (h, to) ->
        h.message() instanceof CmLap m && m.has(field) && to.number(value.applyAsLong(m));
  }
}
