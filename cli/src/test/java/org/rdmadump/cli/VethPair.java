package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two net devices, each in a network namespace of its own: what goes into one comes out of the
 * other, and nothing else does. IPv6 is off, so that the kernel sends nothing by itself, and the
 * MTU fits every captured frame. Frames go in whole through a packet socket, so that no offload
 * touches them.
 */
final class VethPair implements AutoCloseable {
  /** The device that a {@link #replay} sends from, and the one to be captured. */
  static final String SENDING = "va";

  static final String CAPTURED = "vb";

  private static final String MTU = "65535";
  private static final String REPLAY_SOURCE = "src/test/c/replay.c";

  private final String sending;
  private final String capturing;
  private final Path replay;

  private VethPair(String sending, String capturing, Path replay) {
    this.sending = sending;
    this.capturing = capturing;
    this.replay = replay;
  }

  /**
   * Makes them.
   *
   * @param folder for the program that sends
   */
  static VethPair make(Path folder) throws Exception {
    String id = ProcessHandle.current().pid() + "-" + folder.getFileName();
    Path replay = folder.resolve("replay");
    run(List.of("gcc", "-O2", "-Wall", "-Werror", "-o", replay.toString(), REPLAY_SOURCE));
    VethPair pair = new VethPair("rdmadump-a-" + id, "rdmadump-b-" + id, replay);
    for (String name : List.of(pair.sending, pair.capturing)) {
      ip("netns", "add", name);
      run(
          List.of(
              "ip",
              "netns",
              "exec",
              name,
              "sh",
              "-c",
              "for each in all default; do"
                  + " echo 1 >/proc/sys/net/ipv6/conf/$each/disable_ipv6 || true; done"));
    }
    List<String> link = List.of("-n", pair.sending, "link", "add", SENDING, "mtu", MTU);
    List<String> peer =
        List.of("type", "veth", "peer", "name", CAPTURED, "mtu", MTU, "netns", pair.capturing);
    List<String> all = new ArrayList<>(link);
    all.addAll(peer);
    ip(all.toArray(new String[0]));
    ip("-n", pair.sending, "link", "set", SENDING, "up");
    ip("-n", pair.capturing, "link", "set", CAPTURED, "up");
    return pair;
  }

  /** {@return what runs the command beside the captured device} */
  List<String> besideCaptured(List<String> command) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", capturing));
    all.addAll(command);
    return all;
  }

  /**
   * Sends the packets of a pcap file.
   *
   * @return how many were sent
   */
  long replay(Path pcap, int packetsPerSecond, int times) throws Exception {
    String said =
        run(
            List.of(
                "ip",
                "netns",
                "exec",
                sending,
                replay.toString(),
                SENDING,
                pcap.toString(),
                Integer.toString(packetsPerSecond),
                Integer.toString(times)));
    System.out.println("replayed " + said.strip());
    return Long.parseLong(said.substring(0, said.indexOf(' ')));
  }

  /** Takes both devices away. */
  void unplug() throws Exception {
    ip("-n", sending, "link", "del", SENDING);
  }

  @Override
  public void close() throws IOException {
    ip("netns", "del", sending);
    ip("netns", "del", capturing);
  }

  private static void ip(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    String unused = run(command);
  }

  private static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(String.join(" ", command));
    }
  }
}
