package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/** The fields of the RPC-over-RDMA header that a frame shows; its lists are with the message. */
final class RpcRdmaFields {
  private RpcRdmaFields() {}

  private static String procedure(long code) {
    Optional<RdmaProcedure> known = RdmaProcedure.of((int) code);
    return known.isPresent() ? known.get().name() : "procedure " + code;
  }

  static HeaderFields<RpcRdmaHeader> rpcRdma() {
    return new HeaderFields<>(LayerName.RPCRDMA, RpcRdmaHeader.class)
        .add(
            "xid",
            HEX32,
            "transaction identifier, that of the RPC message too",
            (h, to) -> to.number(Integer.toUnsignedLong(h.xid())),
            "rpcordma.xid",
            "rpc.xid",
            "xid")
        .add(
            "version",
            UNSIGNED,
            "protocol version",
            (h, to) -> to.number(Integer.toUnsignedLong(h.version())),
            "rpcordma.version")
        .add(
            "credits",
            UNSIGNED,
            "credits asked for or granted",
            (h, to) -> to.number(Integer.toUnsignedLong(h.credits())),
            "rpcordma.flow_control")
        .add(
            "procedure",
            NAMED,
            "RDMA_MSG, RDMA_NOMSG, RDMA_MSGP, RDMA_DONE, RDMA_ERROR",
            (h, to) ->
                to.named(Integer.toUnsignedLong(h.procedureCode()), RpcRdmaFields::procedure),
            "rpcordma.msg_type")
        .named(List.of("RDMA_MSG", "RDMA_NOMSG", "RDMA_MSGP", "RDMA_DONE", "RDMA_ERROR"))
        .add(
            "length",
            UNSIGNED,
            "bytes of the header with its lists",
            (h, to) -> to.number(h.length()));
  }
}
