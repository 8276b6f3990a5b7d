package org.rdmadump.analysis.table;

import java.util.List;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.rpcrdma.NvmeExchange;

/** The columns of NVMe commands: fields of their registry. */
final class NvmeColumns {
  private static final List<String> NAMES =
      List.of(
          "connection",
          "number",
          "first_frame",
          "last_frame",
          "time",
          "transport",
          "src",
          "dst",
          "nvme.queue",
          "nvme.set",
          "nvme.operation",
          "nvme.status",
          "nvme.latency_ns",
          "timing.to_first_rdma_ns",
          "timing.rdma_ns",
          "timing.to_reply_ns",
          "nvme.cmd.opc",
          "nvme.cmd.fctype",
          "nvme.cmd.cid",
          "nvme.cmd.nsid",
          "nvme.cmd.slba",
          "nvme.cmd.nlb",
          "nvme.cqe.status.sct",
          "nvme.cqe.status.sc",
          "nvme.data.direction",
          "nvme.data.moved_by",
          "nvme.data.length",
          "nvme.data.complete");

  private NvmeColumns() {}

  /** {@return all of them} */
  static List<ReadColumn<NvmeExchange>> all() {
    return ReadColumn.of(NvmeFields.registry(), NAMES);
  }
}
