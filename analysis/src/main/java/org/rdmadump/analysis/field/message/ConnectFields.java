package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.HEX16;
import static org.rdmadump.analysis.field.FieldType.HEX8;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.nvme.ConnectResult;

/** Fields of the result of Connect commands of NVMe over Fabrics. */
final class ConnectFields {
  private ConnectFields() {}

  static FieldRegistry<ConnectResult> registry() {
    return new FieldRegistry<ConnectResult>("results of Connect")
        .add(
            UNSIGNED,
            "cntlid",
            "controller identifier, if the queue is connected",
            FieldReader.ofInt(ConnectResult::controller))
        .also("nvme.fabrics.cqe.connect.cntrlid")
        .add(
            HEX16,
            "authreq",
            "what the controller asks for, if the queue is connected; bit 1: authentication,"
                + " bit 2: also a secure channel",
            FieldReader.ofInt(ConnectResult::authentication))
        .also("nvme.fabrics.cqe.connect.authreq")
        .add(
            UNSIGNED,
            "ipo",
            "offset of the parameter that was wrong",
            FieldReader.ofInt(ConnectResult::offset))
        .in(FieldUnit.BYTES)
        .add(
            HEX8,
            "iattr",
            "attributes of that parameter; bit 0: it is in the data, not in the command",
            FieldReader.ofInt(ConnectResult::attributes))
        .add(
            TEXT,
            "parameter",
            "that parameter, such as data offset 256 (SUBNQN)",
            FieldReader.ofText(ConnectResult::parameter));
  }
}
