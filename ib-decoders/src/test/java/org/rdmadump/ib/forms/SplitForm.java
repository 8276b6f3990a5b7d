package org.rdmadump.ib.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A form of several captures, or of several interfaces, which together hold a conversation. */
public enum SplitForm {
  /** A set of files that follow each other, as {@code tcpdump -C} names them. */
  ROTATED(false) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      rotate(capture, Form.ROCE_V2, 0, folder, List.of("cap", "cap1", "cap2", "cap3", "cap4"));
    }
  },
  /** The same as a ring that has begun anew, as {@code tcpdump -W} names it. */
  ROTATED_RING(false) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      rotate(capture, Form.SLL, 0, folder, List.of("cap3", "cap4", "cap0", "cap1", "cap2"));
    }
  },
  /** A set whose names are the times at which its files begin, as {@code tcpdump -G} makes it. */
  ROTATED_BY_TIME(false) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      rotate(
          capture,
          Form.ROCE_V2,
          0,
          folder,
          List.of("nfs-235500.pcap", "nfs-235800.pcap", "nfs-000100.pcap", "nfs-000400.pcap"));
    }
  },
  /** Two such sets, of both ends, which change files at other packets. */
  DOUBLE_SIDED_BY_TIME(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      rotate(
          capture,
          Form.VLAN_TAG,
          0,
          folder,
          List.of("client_2026-11-22_03:50:00", "client_2026-11-22_03:55:00"));
      rotate(
          capture,
          Form.VLAN_ROUTED,
          LATER,
          folder,
          List.of(
              "server_2026-11-22_03:50:00",
              "server_2026-11-22_03:53:00",
              "server_2026-11-22_03:56:00"));
    }
  },
  /** Captures of both ends, a router between them. */
  DOUBLE_SIDED(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      capture.write(Form.ROCE_V2, folder.resolve("client.pcap"));
      capture.write(Form.VLAN_ROUTED, 0, capture.packets(), LATER, folder.resolve("server.pcap"));
    }
  },
  /** Captures of both ends and of a tunnel between them, of which the tunnel is fragmented. */
  DOUBLE_SIDED_TUNNEL(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      capture.write(Form.ROCE_V2, folder.resolve("client.pcap"));
      capture.write(
          Form.VXLAN_FRAGMENTED, 0, capture.packets(), LATER, folder.resolve("tunnel.pcap"));
    }
  },
  /** Captures of both ends of native InfiniBand, the second of which has no CRCs. */
  DOUBLE_SIDED_INFINIBAND(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      capture.write(Form.ERF_INFINIBAND, folder.resolve("client.pcap"));
      capture.write(Form.INFINIBAND, 0, capture.packets(), LATER, folder.resolve("server.pcap"));
    }
  },
  /** Captures of both ends, both fragmented, each rotated on its own. */
  DOUBLE_SIDED_ROTATED(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      Form form = Form.IPV4_FRAGMENTS;
      rotate(capture, form, 0, folder, List.of("a-1.pcap", "a-2.pcap", "a-3.pcap"));
      rotate(capture, form, LATER, folder, List.of("b-1.pcap", "b-2.pcap"));
    }
  },
  /** Two interfaces of one pcapng file, of two link types. */
  TWO_INTERFACES(true) {
    @Override
    void write(RewrittenCapture capture, Path folder) throws IOException {
      capture.writeInterfaces(Form.ROCE_V2, Form.SLL2, folder.resolve("interfaces.pcapng"));
    }
  };

  /** What the clock of the second capture is ahead. */
  private static final long LATER = 700_000;

  private final boolean twice;

  SplitForm(boolean twice) {
    this.twice = twice;
  }

  /** {@return whether every packet is there twice} */
  public boolean isTwice() {
    return twice;
  }

  /** Writes a conversation to a folder of the form's name in {@code parent}, and returns that. */
  public Path writeTo(Path parent, RewrittenCapture capture) throws IOException {
    Path folder = parent.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-'));
    write(capture, Files.createDirectories(folder));
    return folder;
  }

  abstract void write(RewrittenCapture capture, Path folder) throws IOException;

  /** Writes the packets to files of about the same number, one after the other. */
  private static void rotate(
      RewrittenCapture capture, Form form, long later, Path folder, List<String> names)
      throws IOException {
    int packets = capture.packets();
    for (int i = 0; i < names.size(); i++) {
      int from = packets * i / names.size();
      int to = packets * (i + 1) / names.size();
      capture.write(form, from, to, later, folder.resolve(names.get(i)));
    }
  }
}
