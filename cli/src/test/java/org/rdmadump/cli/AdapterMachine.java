package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rdmadump.live.hca.FakeVerbs;
import org.rdmadump.rdmacm.FakeCm;

/**
 * A machine with an adapter: stand-ins for librdmacm, whose connections write their packets to a
 * file, and for the adapter, which receives them.
 */
final class AdapterMachine {
  private static final String COUNTER = "class/infiniband/fake0/ports/1/hw_counters/out_of_buffer";

  /** A server of exercises, which ends with the clients that it serves. */
  record Server(CompletableFuture<Integer> status, ByteArrayOutputStream said, Interruption end)
      implements AutoCloseable {
    /** Checks that it has served all that it was to. */
    void shouldEndWell() {
      assertThat(status)
          .as(() -> said.toString(UTF_8))
          .succeedsWithin(20, SECONDS)
          .isEqualTo(ExitStatus.DONE);
    }

    @Override
    public void close() {
      end.request();
      assertThat(status).as(() -> said.toString(UTF_8)).succeedsWithin(20, SECONDS);
    }
  }

  private final Path folder;
  private final FakeCm connections;
  private final Path wire;

  private AdapterMachine(Path folder, FakeCm connections) throws IOException {
    this.folder = folder;
    this.connections = connections;
    this.wire = connections.wire();
  }

  /** {@return one with libraries in two folders, of which the second has its sysfs} */
  static AdapterMachine in(Path connecting, Path folder) throws Exception {
    FakeVerbs.needs();
    AdapterMachine machine = new AdapterMachine(folder, FakeCm.in(connecting));
    machine.file("devices/0000:03:00.0/net/ens2/dev_port", "0");
    machine.file("bus/pci/drivers/mlx5_core/module/version", "1");
    machine.link("devices/0000:03:00.0/driver", "bus/pci/drivers/mlx5_core");
    machine.file("class/infiniband/fake0/fw_ver", "16.35.2000");
    machine.link("class/infiniband/fake0/device", "devices/0000:03:00.0");
    machine.file("class/infiniband/fake0/ports/1/link_layer", "Ethernet");
    machine.file("class/infiniband/fake0/ports/1/rate", "25 Gb/sec (1X EDR)");
    machine.file(COUNTER, "1000");
    machine.file("class/net/ens2/mtu", "1500");
    return machine;
  }

  /** Has the system's libraries used again. */
  static void forget() {
    FakeVerbs.forget();
    FakeCm.forget();
  }

  /** {@return the file with the packets of all connections} */
  Path wire() {
    return wire;
  }

  FakeCm connections() {
    return connections;
  }

  Path sysfs() {
    return folder.resolve("sys");
  }

  /** Writes a file of its sysfs. */
  void file(String name, String text) throws IOException {
    Path file = sysfs().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private void link(String name, String target) throws IOException {
    Path link = sysfs().resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, sysfs().resolve(target));
  }

  /** {@return the setting for drops that the driver counts} */
  String counting() {
    return "counter " + sysfs().resolve(COUNTER);
  }

  /** Takes the counter of drops away. */
  void countNothing() throws IOException {
    Files.delete(sysfs().resolve(COUNTER));
  }

  /** Has sniffers use an adapter with these settings, which receives the packets. */
  FakeVerbs adapter(String... settings) throws Exception {
    return adapterOn(wire, settings);
  }

  /** The same of an adapter on another wire. */
  FakeVerbs adapterOn(Path cable, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of("device fake0", "link ethernet", "mtu 1024"));
    all.addAll(List.of("pcap " + cable, "follow"));
    all.addAll(List.of(settings));
    return FakeVerbs.in(folder, all.toArray(new String[0])).use();
  }

  /** Serves exercises until so many clients were served. */
  Server serve(int clients) throws InterruptedException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Interruption end = new Interruption();
    String[] words = {"exercise", "server", "--count", Integer.toString(clients)};
    CompletableFuture<Integer> status =
        CompletableFuture.supplyAsync(
            () -> run(new ByteArrayOutputStream(), said, end, List.of(words)));
    while (!said.toString(UTF_8).contains("exercise server on port") && !status.isDone()) {
      Thread.sleep(10);
    }
    return new Server(status, said, end);
  }

  /** Runs a command to its end. */
  static int run(ByteArrayOutputStream out, ByteArrayOutputStream err, List<String> words) {
    return run(out, err, new Interruption(), words);
  }

  private static int run(
      ByteArrayOutputStream out, ByteArrayOutputStream err, Interruption end, List<String> words) {
    return Main.run(
        words.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, UTF_8),
        Terminal.NONE,
        end);
  }
}
