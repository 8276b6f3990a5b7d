package org.rdmadump.analysis.metrics;

import java.util.List;

/**
 * Every metric: its name, type and labels, how many sets of label values have series of their own,
 * and what it counts. Names follow the conventions of Prometheus: seconds, bytes, and {@code
 * _total} at the end of counters.
 */
public enum Metric {
  /** Constant 1. */
  BUILD_INFO("build_info", MetricType.GAUGE, 1, "Constant 1, labelled by version", "version"),
  /** When the numbers were taken. */
  SNAPSHOT_TIME(
      "snapshot_timestamp_seconds", MetricType.GAUGE, 1, "Time at which these numbers were taken"),
  /** Processor time. */
  CPU("process_cpu_seconds_total", MetricType.COUNTER, 1, "Processor time of rdmadump"),
  /** Resident memory. */
  MEMORY("process_resident_memory_bytes", MetricType.GAUGE, 1, "Resident memory of rdmadump"),
  /** Start of the process. */
  START_TIME("process_start_time_seconds", MetricType.GAUGE, 1, "Time at which rdmadump started"),

  /** Packets captured. */
  DEVICE_PACKETS("device_packets_total", MetricType.COUNTER, 4, "Packets captured", "device"),
  /** Packets received. */
  DEVICE_RECEIVED(
      "device_received_packets_total",
      MetricType.COUNTER,
      4,
      "Packets that the device handed to the capture, dropped ones included",
      "device"),
  /** Packets lost. */
  DEVICE_DROPPED(
      "device_dropped_packets_total",
      MetricType.COUNTER,
      12,
      "Packets lost: by the device, by the capture buffer (buffer), or by the queue to the decoder"
          + " (queue; these are in the file of -w)",
      "device",
      "at"),

  /** Frames decoded. */
  FRAMES("frames_total", MetricType.COUNTER, 1, "Frames decoded"),
  /** Bytes of frames. */
  FRAME_BYTES("frame_bytes_total", MetricType.COUNTER, 1, "Captured bytes of these frames"),
  /** Frames without RDMA. */
  NOT_RDMA("frames_without_rdma_total", MetricType.COUNTER, 16, "Frames without RDMA", "reason"),
  /** Packets of an RDMA transport. */
  RDMA_PACKETS(
      "rdma_packets_total", MetricType.COUNTER, 1, "Packets of an RDMA transport, without copies"),
  /** Copies. */
  COPIES(
      "copied_packets_total",
      MetricType.COUNTER,
      1,
      "Packets left out as copies of packets at another device"),
  /** Congestion. */
  CONGESTION(
      "congestion_packets_total", MetricType.COUNTER, 4, "Packets that report congestion", "kind"),
  /** Evictions. */
  EVICTIONS("evictions_total", MetricType.COUNTER, 16, "What a limit of rdmadump gave up", "table"),

  /** RPC calls. */
  RPC_CALLS("rpc_calls_total", MetricType.COUNTER, 1, "RPC calls, retransmissions included"),
  /** RPC replies. */
  RPC_REPLIES("rpc_replies_total", MetricType.COUNTER, 1, "RPC replies, retransmissions included"),
  /** Calls without reply. */
  UNANSWERED(
      "rpc_unanswered_calls_total",
      MetricType.COUNTER,
      1,
      "Calls without captured reply, retransmissions included"),
  /** Replies without call. */
  WITHOUT_CALL(
      "rpc_replies_without_call_total", MetricType.COUNTER, 1, "Replies without captured call"),
  /** Messages with missing bytes. */
  INCOMPLETE("rpc_incomplete_messages_total", MetricType.COUNTER, 1, "Messages with missing bytes"),
  /** NVMe commands. */
  NVME_COMMANDS("nvme_commands_total", MetricType.COUNTER, 1, "Commands of NVMe over RDMA"),
  /** NVMe commands without response. */
  NVME_UNANSWERED(
      "nvme_unanswered_commands_total",
      MetricType.COUNTER,
      1,
      "NVMe commands without captured response"),
  /** NVMe commands with missing bytes. */
  NVME_INCOMPLETE(
      "nvme_incomplete_commands_total",
      MetricType.COUNTER,
      1,
      "NVMe commands whose data has missing bytes"),
  /** Bytes inline and in chunks. */
  MOVED(
      "rpc_message_bytes_total",
      MetricType.COUNTER,
      5,
      "Bytes of RPC messages, by the way they travelled",
      "moved_by"),
  /** NAKs by code. */
  NAKS("naks_total", MetricType.COUNTER, 8, "Refusals of what a side sent", "code"),
  /** Connections. */
  CONNECTIONS("connections_total", MetricType.COUNTER, 1, "Connections with RPC-over-RDMA"),
  /** Open connections. */
  OPEN_CONNECTIONS(
      "open_connections", MetricType.GAUGE, 1, "Connections with RPC-over-RDMA that are open"),

  /** Calls by operation. */
  CALLS(
      "calls_total",
      MetricType.COUNTER,
      22,
      "RPC calls and NVMe commands",
      "protocol",
      "operation"),
  /** Calls that failed. */
  FAILED(
      "failed_calls_total",
      MetricType.COUNTER,
      22,
      "Calls and commands with an error status or RDMA_ERROR",
      "protocol",
      "operation"),
  /** Retransmitted calls. */
  AGAIN(
      "retransmitted_calls_total",
      MetricType.COUNTER,
      22,
      "Retransmitted calls",
      "protocol",
      "operation"),
  /** Bytes of calls. */
  CALL_BYTES(
      "call_bytes_total",
      MetricType.COUNTER,
      22,
      "Bytes of calls, chunks included, and of the data that commands send to the controller",
      "protocol",
      "operation"),
  /** Bytes of replies. */
  REPLY_BYTES(
      "reply_bytes_total",
      MetricType.COUNTER,
      22,
      "Bytes of replies, chunks included, and of the data that commands bring to the host",
      "protocol",
      "operation"),
  /** Latency. */
  LATENCY(
      "call_latency_seconds",
      MetricType.HISTOGRAM,
      22,
      "From the first frame of a call or command to the last of its reply or response",
      "protocol",
      "operation"),
  /** Errors by status. */
  ERRORS("call_errors_total", MetricType.COUNTER, 32, "Failed calls and commands", "status"),

  /** Calls of a connection. */
  CONNECTION_CALLS(
      "connection_calls_total", "Calls of client and server", "connection", "client", "server"),
  /** Unanswered calls of a connection. */
  CONNECTION_UNANSWERED(
      "connection_unanswered_calls_total",
      "Calls without captured reply",
      "connection",
      "client",
      "server"),
  /** RDMA_ERROR messages of a connection. */
  CONNECTION_ERRORS(
      "connection_rdma_errors_total", "RDMA_ERROR messages", "connection", "client", "server"),
  /** Packets of a connection. */
  CONNECTION_PACKETS(
      "connection_packets_total",
      "Packets, retransmissions included",
      "connection",
      "client",
      "server",
      "sender"),
  /** Payload of a connection. */
  CONNECTION_BYTES(
      "connection_bytes_total",
      "Payload bytes, retransmissions included",
      "connection",
      "client",
      "server",
      "sender"),
  /** Retransmissions of a connection. */
  CONNECTION_RETRANSMITTED(
      "connection_retransmitted_packets_total",
      "Retransmitted packets",
      "connection",
      "client",
      "server",
      "sender"),
  /** Packets out of order of a connection. */
  CONNECTION_OUT_OF_ORDER(
      "connection_out_of_order_packets_total",
      "Packets ahead of a missing one",
      "connection",
      "client",
      "server",
      "sender"),
  /** Bytes missing in a connection. */
  CONNECTION_MISSING(
      "connection_missing_bytes_total",
      "Bytes sent, but in no captured packet",
      "connection",
      "client",
      "server",
      "sender"),
  /** NAKs for a side of a connection. */
  CONNECTION_NAKS(
      "connection_naks_total",
      "Refusals (NAK) of what the sender sent, RNR NAKs apart",
      "connection",
      "client",
      "server",
      "sender"),
  /** RNR NAKs for a side of a connection. */
  CONNECTION_RNR_NAKS(
      "connection_rnr_naks_total",
      "RNR NAKs: the receiver was not ready",
      "connection",
      "client",
      "server",
      "sender"),
  /** Timeouts of a side of a connection. */
  CONNECTION_TIMEOUTS(
      "connection_timeouts_total",
      "Retransmissions that began without a refusal",
      "connection",
      "client",
      "server",
      "sender"),
  /** Calls in flight. */
  CONNECTION_IN_FLIGHT(
      "connection_calls_in_flight",
      MetricType.GAUGE,
      14,
      "Calls of the client in flight",
      "connection",
      "client",
      "server"),
  /** Credits. */
  CONNECTION_CREDITS(
      "connection_credits",
      MetricType.GAUGE,
      14,
      "Credits that the server granted last",
      "connection",
      "client",
      "server"),

  /** Findings. */
  FINDINGS("findings_total", MetricType.COUNTER, 64, "Findings", "rule", "severity"),
  /** What is folded. */
  FOLDED(
      "folded_values_total",
      MetricType.COUNTER,
      9,
      "Label values without series of their own, counted under \"other\"",
      "label");

  /** The most series of all metrics together. */
  public static final int MOST_SERIES = 1000;

  /** Stands for label values that have no series of their own. */
  public static final String OTHER = "other";

  private static final String PREFIX = "rdmadump_";
  private static final String PROCESS = "process_";
  private static final int CONNECTIONS_APART = 14;

  private final String title;
  private final MetricType type;
  private final int most;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final List<String> labels;

  /** A counter of connections. */
  Metric(String title, String help, String... labels) {
    this(title, MetricType.COUNTER, CONNECTIONS_APART, help, labels);
  }

  Metric(String title, MetricType type, int most, String help, String... labels) {
    // The names of process_ are those that every exporter has.
    this.title = title.startsWith(PROCESS) ? title : PREFIX + title;
    this.type = type;
    this.most = most;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** {@return its name, such as {@code rdmadump_frames_total}} */
  public String title() {
    return title;
  }

  /** {@return what becomes of it over time} */
  public MetricType type() {
    return type;
  }

  /** {@return how many sets of label values have series of their own at most} */
  public int most() {
    return most;
  }

  /** {@return what it counts, for a person} */
  public String help() {
    return help;
  }

  /** {@return names of its labels, in the order of their values} */
  public List<String> labels() {
    return labels;
  }
}
