package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/** The fields of the RPC-over-RDMA header that a frame shows; its lists are with the message. */
final class RpcRdmaFields {
  private static final String NUMBERED = "procedure %d";

  private RpcRdmaFields() {}

  private static String procedure(long code) {
    Optional<RdmaProcedure> known = RdmaProcedure.of((int) code);
    return known.isPresent() ? known.get().name() : String.format(Locale.US, NUMBERED, code);
  }

  static void rpcRdma(FieldTable<RpcRdmaHeader> fields) {
    fields
        .unsigned("xid", RpcRdmaHeader::xid)
        .unsigned("version", RpcRdmaHeader::version)
        .unsigned("credits", RpcRdmaHeader::credits)
        .named(
            "procedure", h -> Integer.toUnsignedLong(h.procedureCode()), RpcRdmaFields::procedure)
        .values(List.of("RDMA_MSG", "RDMA_NOMSG", "RDMA_MSGP", "RDMA_DONE", "RDMA_ERROR"))
        .numbered(List.of(NUMBERED))
        .number("length", RpcRdmaHeader::length);
  }
}
