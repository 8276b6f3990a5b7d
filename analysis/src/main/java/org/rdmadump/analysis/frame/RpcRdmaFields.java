package org.rdmadump.analysis.frame;

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

  static void rpcRdma(FieldTable<RpcRdmaHeader> fields) {
    fields
        .hex32("xid", "transaction identifier, that of the RPC message too", RpcRdmaHeader::xid)
        .also("rpcordma.xid", "rpc.xid", "xid")
        .uint32("version", "protocol version", RpcRdmaHeader::version)
        .also("rpcordma.version")
        .uint32("credits", "credits asked for or granted", RpcRdmaHeader::credits)
        .also("rpcordma.flow_control")
        .named(
            "procedure",
            "RDMA_MSG, RDMA_NOMSG, RDMA_MSGP, RDMA_DONE, RDMA_ERROR",
            h -> Integer.toUnsignedLong(h.procedureCode()),
            RpcRdmaFields::procedure)
        .also("rpcordma.msg_type")
        .values(List.of("RDMA_MSG", "RDMA_NOMSG", "RDMA_MSGP", "RDMA_DONE", "RDMA_ERROR"))
        .number("length", "bytes of the header with its lists", RpcRdmaHeader::length);
  }
}
