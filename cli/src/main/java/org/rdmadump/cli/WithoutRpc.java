package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Counted;
import org.rdmadump.link.LinkType;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.OtherTraffic;

/** What a capture without RPC-over-RDMA holds instead, in words, and what to do. */
final class WithoutRpc {
  /** What a run shows already, so that no hint names it. */
  enum Shown {
    MESSAGES,
    CONNECTIONS,
    FRAMES,
    COUNTS
  }

  private WithoutRpc() {}

  /**
   * {@return the line for standard error; nothing if there are such messages, or commands of NVMe,
   * or damage let no frame be read}
   *
   * @param isWhole whether the inputs were read to their ends; else the line is about what is
   *     before the damage
   * @param isFiltered whether {@code -f} chooses among the frames
   * @param shown what the run shows
   */
  static Optional<String> say(
      CaptureSummary summary,
      OtherTraffic other,
      boolean isWhole,
      boolean isFiltered,
      Shown shown) {
    if (summary.hasRpcRdma() || other.nvmeCommands() > 0 || (summary.frames() == 0 && !isWhole)) {
      return Optional.empty();
    }
    if (summary.frames() == 0) {
      boolean isLive = !summary.devices().isEmpty();
      String empty = isLive ? "no packet came" : "the capture ends after its header";
      String unmatched = isLive ? ", or -f matches none" : ", or -f matches none of its frames";
      String why = empty + (isFiltered || isLive ? unmatched : "");
      return Optional.of("no frames: " + why + "; capture again while the traffic passes");
    }
    String in =
        " in " + Counted.of(summary.frames(), "frame") + (isWhole ? "" : " that could be read");
    if (summary.rdmaPackets() > 0) {
      return Optional.of("no RPC-over-RDMA message" + in + "; " + verbs(summary, other, shown));
    }
    return Optional.of("no RDMA packet" + in + "; " + plain(summary, other, isFiltered));
  }

  /** RDMA that carries something else. */
  private static String verbs(CaptureSummary summary, OtherTraffic other, Shown shown) {
    List<String> parts = new ArrayList<>();
    parts.add(Counted.of(summary.rdmaPackets(), "RDMA packet"));
    if (other.connections() > 0) {
      parts.add(
          Counted.of(other.connections(), "connection")
              + " with "
              + Counted.of(other.sends(), "Send")
              + " and "
              + Counted.of(other.operations(), "other RDMA operation"));
    }
    long mads = 0;
    for (long count : summary.mads().values()) {
      mads += count;
    }
    if (mads > 0) {
      parts.add(Counted.of(mads, "management datagram"));
    }
    for (Map.Entry<String, Integer> each : summary.otherProtocols().entrySet()) {
      parts.add(Counted.of(each.getValue(), "connection") + " of " + each.getKey());
    }
    boolean isKnown = !summary.otherProtocols().isEmpty();
    // Who counts what connections carry knows of them.
    boolean isMeant = isKnown || (shown == Shown.COUNTS && other.sends() + other.operations() > 0);
    String question = isMeant ? "" : "; " + question(summary);
    String hints = String.join(", ", hints(isKnown || other.connections() > 0, shown));
    return String.join(", ", parts)
        + question
        + (hints.isEmpty() ? "" : (isMeant ? "; " : " ") + hints);
  }

  private static String question(CaptureSummary summary) {
    return summary.rules().containsKey(CaptureRules.FRAMES_CUT.name())
        ? "frames are cut, perhaps before what tells NFS: capture them whole (tcpdump -s 0);"
        : "is NFS mounted with proto=rdma, and was it in use while the capture ran?";
  }

  /** What shows more of it than what runs. */
  private static List<String> hints(boolean hasConnections, Shown shown) {
    String option = shown == Shown.COUNTS ? "rdmadump FILE " : "";
    List<String> hints = new ArrayList<>();
    if (hasConnections && shown != Shown.COUNTS) {
      hints.add("rdmadump stats FILE counts what the connections carried");
    }
    if (hasConnections && shown != Shown.CONNECTIONS) {
      hints.add(option + "--connections lists them");
    }
    if (shown != Shown.FRAMES) {
      hints.add(option + "--frames shows the packets");
    }
    return hints;
  }

  /** Frames without RDMA, with the reason; of some reasons the name is no word for frames. */
  private static String notDecoded(String reason, long count, OtherTraffic other) {
    if (reason.equals(PacketKind.NOT_IP.label())) {
      return Counted.of(count, "frame") + " without IP";
    }
    if (reason.equals(PacketKind.UNKNOWN_LINK_TYPE.label())) {
      return Counted.of(count, "frame")
          + " of link type "
          + LinkType.text(other.undecodedLinkType().orElseThrow())
          + ", which is not decoded";
    }
    return count + " " + reason.replace('_', ' ');
  }

  /** No RDMA at all. */
  private static String plain(CaptureSummary summary, OtherTraffic other, boolean isFiltered) {
    if (other.nfsOverTcp() > 0) {
      return Counted.of(other.nfsOverTcp(), "segment")
          + " of NFS over TCP (port "
          + other.nfsPort()
          + "), without RDMA: mount with proto=rdma";
    }
    if (other.nfsOverUdp() > 0) {
      return Counted.of(other.nfsOverUdp(), "datagram")
          + " of NFS over UDP (port "
          + other.nfsPort()
          + "), without RDMA: mount with proto=rdma";
    }
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Long> each : summary.notDecoded().entrySet()) {
      parts.add(notDecoded(each.getKey(), each.getValue(), other));
    }
    if (summary.duplicates() > 0) {
      parts.add(Counted.of(summary.duplicates(), "duplicate"));
    }
    String seen = parts.isEmpty() ? "" : String.join(", ", parts) + "; ";
    if (summary.notDecoded().containsKey(PacketKind.UNKNOWN_LINK_TYPE.label())) {
      return seen
          + "capture Ethernet, InfiniBand or Linux cooked frames, or convert the file to them"
          + " (docs/supported.md lists the link types)";
    }
    if (isFiltered) {
      return seen + "-f may leave it out: try without";
    }
    return seen + "capture where the RDMA traffic passes; `rdmadump devices` lists the devices";
  }
}
