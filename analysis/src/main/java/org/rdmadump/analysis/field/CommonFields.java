package org.rdmadump.analysis.field;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;

/** The fields that people ask for most, and the words by which they look for them. */
public final class CommonFields {
  /** In the order in which they are shown. */
  private static final List<String> MOST_USED =
      List.of(
          "rpcrdma.xid",
          "nfs.operations.op",
          "nfs.main_operation",
          "rpc.type",
          "rpc.latency_ns",
          "failed",
          "nfs.status",
          "rpc.status",
          "nfs.operations.path",
          "nfs.name",
          "nfs.operations.fh",
          "nfs.operations.offset",
          "nfs.operations.count",
          "nfs.operations.data.length",
          "addr",
          "src",
          "dst",
          "connection",
          "number",
          "time",
          "time_relative",
          "send_frame",
          "rpc.program_name",
          "rpc.version",
          "nfs.minor_version",
          "rpc.length",
          "rpc.complete",
          "rpc.credential.uid",
          "rpcrdma.procedure",
          "rpcrdma.credits",
          "rpcrdma.read_chunks",
          "rpcrdma.write_chunks",
          "rpcrdma.reply_chunk",
          "rpcrdma.read_chunks.segments.length",
          "findings.rule",
          "findings.severity",
          "frame",
          "bth.opcode",
          "bth.psn",
          "rdmap.opcode");

  private static final String STATUS = "nfs.status";
  private static final String LATENCY = "rpc.latency_ns";
  private static final String OPERATION = "nfs.operations.op";
  private static final String PROCEDURE = "rpc.procedure_name";
  private static final String PATH = "nfs.operations.path";
  private static final String REPEAT = "rpc.repeat_of";
  private static final String UID = "rpc.credential.uid";
  private static final String READ_HANDLE = "rpcrdma.read_chunks.segments.handle";
  private static final String WRITE_HANDLE = "rpcrdma.write_chunks.segments.handle";

  private static final String MAX_READ = "nfs.operations.obj_attributes.attr_vals.maxread";
  private static final String MAX_WRITE = "nfs.operations.obj_attributes.attr_vals.maxwrite";

  /** What other tools and specifications call them, or people who have not read their names. */
  private static final Map<String, List<String>> BY_WORD =
      Map.ofEntries(
          entry("operation", List.of(OPERATION, PROCEDURE)),
          entry("procedure", List.of(OPERATION, PROCEDURE)),
          entry("proc", List.of(OPERATION, PROCEDURE)),
          entry("opcode", List.of(OPERATION)),
          entry("operations", List.of(OPERATION)),
          entry("op_name", List.of(OPERATION)),
          entry("opcode_name", List.of(OPERATION)),
          entry("retransmit", List.of(REPEAT)),
          entry("retransmission", List.of(REPEAT)),
          entry("duplicate", List.of(REPEAT)),
          entry("error", List.of("failed", STATUS, "rpc.status")),
          entry("errors", List.of("failed", STATUS, "rpc.status")),
          entry("slow", List.of(LATENCY)),
          entry("latency", List.of(LATENCY)),
          entry("srt", List.of(LATENCY)),
          entry("response_time", List.of(LATENCY)),
          entry("date", List.of("time")),
          entry("credit", List.of("rpcrdma.credits")),
          entry("retransmitted", List.of(REPEAT)),
          entry("repeat", List.of(REPEAT)),
          entry("qp", List.of("bth.dest_qp")),
          entry("dqpn", List.of("bth.dest_qp")),
          entry("incomplete", List.of("rpc.complete", "rpc.missing")),
          entry("err", List.of("failed", STATUS, "rpc.status")),
          entry("result", List.of("failed", STATUS, "rpc.status")),
          entry("rtt", List.of(LATENCY)),
          entry("duration", List.of(LATENCY)),
          entry("elapsed", List.of(LATENCY)),
          entry("delay", List.of(LATENCY)),
          entry("file", List.of(PATH, "nfs.operations.fh")),
          entry("filename", List.of("nfs.operations.filename", PATH)),
          entry("full_name", List.of(PATH)),
          entry("filehandle", List.of("nfs.operations.fh")),
          entry("inode", List.of("nfs.operations.fileid")),
          entry("bytes", List.of("nfs.operations.count", "rpc.length")),
          entry("size", List.of("nfs.operations.count", "rpc.length")),
          entry("len", List.of("nfs.operations.count", "rpc.length")),
          entry("prog", List.of("rpc.program_name", "rpc.program")),
          entry("program", List.of("rpc.program_name", "rpc.program")),
          entry("vers", List.of("rpc.version", "nfs.minor_version")),
          entry("user", List.of(UID)),
          entry("uid", List.of(UID)),
          entry("gid", List.of("rpc.credential.gid")),
          entry("machine", List.of("rpc.credential.machinename")),
          entry("hostname", List.of("rpc.credential.machinename", "addr")),
          entry("host", List.of("addr", "src", "dst")),
          entry("ip", List.of("addr", "src", "dst")),
          entry("client", List.of("src", "dst", "direction")),
          entry("server", List.of("src", "dst", "direction")),
          entry("chunk", List.of("rpcrdma.read_chunks", "rpcrdma.write_chunks")),
          entry("chunks", List.of("rpcrdma.read_chunks", "rpcrdma.write_chunks")),
          entry("reads", List.of("rpcrdma.read_chunks")),
          entry("writes", List.of("rpcrdma.write_chunks")),
          entry("handle", List.of(READ_HANDLE, WRITE_HANDLE)),
          entry("rkey", List.of(READ_HANDLE, WRITE_HANDLE, "reth.r_key")),
          entry("stag", List.of(READ_HANDLE, WRITE_HANDLE)),
          entry("rsize", List.of(MAX_READ, "nfs.operations.rtmax")),
          entry("maxread", List.of(MAX_READ, "nfs.operations.rtmax")),
          entry("wsize", List.of(MAX_WRITE, "nfs.operations.wtmax")),
          entry("maxwrite", List.of(MAX_WRITE, "nfs.operations.wtmax")));

  private CommonFields() {}

  /** {@return the names of the fields that are used most} */
  public static List<String> mostUsed() {
    return MOST_USED;
  }

  /** {@return the names of the fields that a word stands for which is no name; empty if none} */
  public static List<String> called(String word) {
    return BY_WORD.getOrDefault(word, List.of());
  }

  /** {@return all words that stand for fields} */
  public static Iterable<String> words() {
    return BY_WORD.keySet();
  }
}
