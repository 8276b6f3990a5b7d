package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rdmadump.natives.BuiltLibrary;
import org.rdmadump.natives.TestPrograms;
import org.rdmadump.testing.Needs;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.Errno;

/**
 * The stand-in for librdmacm and libibverbs, {@code src/test/c/fakecm.c}: a copy of its own for
 * each test, as each copy that is loaded has a state of its own.
 */
public final class FakeCm {
  /** The library in C that is tested. */
  static final BuiltLibrary BINDING = new BuiltLibrary(CmNatives.LIBRARY);

  private final Path library;

  private FakeCm(Path library) {
    this.library = library;
  }

  /** {@return one in a folder, which libraries that are opened from now on are} */
  public static FakeCm in(Path folder) throws IOException, InterruptedException {
    return copy("libfakecm.so", folder);
  }

  /** {@return one that lacks rdma_notify} */
  static FakeCm withoutNotify(Path folder) throws IOException, InterruptedException {
    return copy("liboldcm.so", folder);
  }

  private static FakeCm copy(String name, Path folder) throws IOException, InterruptedException {
    TestPrograms.need(BINDING);
    Needs.header("rdma/rdma_cma.h", "librdmacm-dev");
    Path made = TestPrograms.built("verbs", "all");
    Path library = Files.copy(made.resolve(name), folder.resolve(name));
    System.setProperty(RdmaCm.RDMACM, library.toString());
    System.setProperty(RdmaCm.VERBS, library.toString());
    return new FakeCm(library);
  }

  /** Has the system's libraries used again. */
  public static void forget() {
    System.clearProperty(RdmaCm.RDMACM);
    System.clearProperty(RdmaCm.VERBS);
  }

  /** {@return where it is} */
  Path library() {
    return library;
  }

  /** {@return an address of its device} */
  static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /**
   * Has the packets of its connections written down from now on.
   *
   * @return the pcap file that they are appended to
   */
  public Path wire() throws IOException {
    return Files.createFile(Path.of(library + ".wire"));
  }

  /** Has a call fail from now on. */
  void fail(String call, Errno error) throws IOException {
    Files.writeString(scenario(), "fail " + call + " " + error.number() + "\n");
  }

  /** Has a call not go on from now on. */
  void block(String call) throws IOException {
    Files.writeString(scenario(), "block " + call + " 1\n");
  }

  /** Has a port have an event, as long as it is not healed. */
  void eventOfPort(AsyncEventType type) throws IOException {
    Files.writeString(scenario(), "async port " + type.code() + "\n");
  }

  /** Has the device be of iWARP, and a call not go on from now on. */
  void blockOverIwarp(String call) throws IOException {
    Files.writeString(scenario(), "be iwarp 1\nblock " + call + " 1\n");
  }

  /** Has identifiers be of another device from now on. */
  void beElsewhere() throws IOException {
    Files.writeString(scenario(), "be elsewhere 1\n");
  }

  /** Has all calls succeed, and go on. */
  void heal() throws IOException {
    Files.deleteIfExists(scenario());
  }

  private Path scenario() {
    return Path.of(library + ".scenario");
  }

  /** Checks that everything was given back, and by the rules. */
  public void shouldBeLeftClean() throws IOException {
    try (RdmaCm cm = RdmaCm.open()) {
      cm.eventText(CmEventType.ESTABLISHED);
    }
    List<String> report = Files.readAllLines(Path.of(library + ".report"), StandardCharsets.UTF_8);
    assertThat(report).hasSize(1);
    assertThat(report.get(0).split(" ")).allMatch(each -> each.endsWith("=0"), report.get(0));
  }
}
