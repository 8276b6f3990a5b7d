package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.BYTES;
import static org.rdmadump.report.StatsTable.Unit.COUNT;
import static org.rdmadump.report.StatsTable.Unit.LABEL;
import static org.rdmadump.report.StatsTable.Unit.NANOS;
import static org.rdmadump.report.StatsTable.Unit.WORDS;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RdmaTiming;

/** The tables of NVMe commands. */
public final class NvmeTables {
  private static final int CID_DIGITS = 4;

  private NvmeTables() {}

  /** {@return commands by name; a narrow terminal shows how long they took before their bytes} */
  public static StatsTable<NvmeStats> operations() {
    return new StatsTable<NvmeStats>("nvme_operation")
        .words("set", "", row -> row.set().label())
        .words("operation", "", NvmeStats::operation)
        .data("commands", NvmeStats::count)
        .text("count", COUNT, NvmeStats::count)
        .count("failed", "failed", NvmeStats::failed)
        .data("unanswered", NvmeStats::unanswered)
        .json("errors", NvmeStats::errors)
        .data("bytes", NvmeStats::bytes)
        .distribution("latency", "_ns", "", NANOS, NvmeStats::latencies)
        .text("bytes", BYTES, NvmeStats::bytes)
        .text("no response", COUNT, NvmeStats::unanswered)
        .distribution("rdma", "_ns", "RDMA end ", NANOS, NvmeStats::rdma)
        .csv("errors", row -> StatsTables.counts(row.errors(), "; "))
        .text("errors", WORDS, NvmeStats::errors)
        .striking(row -> row.failed() > 0);
  }

  /** {@return commands that stand out, such as the slowest} */
  public static StatsTable<NvmeExchange> commands() {
    return new StatsTable<NvmeExchange>("slow_command")
        .data("number", NvmeExchange::number)
        .text("", LABEL, row -> "#" + row.number())
        .text("", WORDS, row -> "c" + row.connection())
        .data("connection", NvmeExchange::connection)
        .count("first_frame", "frame", NvmeExchange::firstFrame)
        .count("last_frame", "response", NvmeExchange::lastFrame)
        .count("queue", "queue", NvmeExchange::queue)
        .words("cid", "CID", row -> cid(row.identifier()))
        .words("set", "", row -> row.set().label())
        .words("operation", "", NvmeExchange::operation)
        .json("latency_ns", NvmeExchange::latencyNanos)
        .nanos("latency_ns", "latency", NvmeExchange::latencyNanos)
        .json("timing", row -> row.timing().map(StatsTables::members))
        .nanos("to_first_rdma_ns", "to RDMA", row -> row.timing().map(RdmaTiming::toFirstRdma))
        .nanos("rdma_ns", "RDMA", row -> row.timing().map(RdmaTiming::rdma))
        .nanos("to_reply_ns", "to reply", row -> row.timing().map(RdmaTiming::toReply))
        .words("status", "status", NvmeExchange::status)
        .striking(NvmeExchange::isFailed);
  }

  private static String cid(int identifier) {
    return new AsciiBuffer().put("0x").putHexDigits(identifier, CID_DIGITS).toString();
  }
}
