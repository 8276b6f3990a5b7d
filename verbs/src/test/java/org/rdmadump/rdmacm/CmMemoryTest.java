package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.natives.Run;

/**
 * What the JVM and AddressSanitizer have to say against the part in C: nothing. {@link CmRun} makes
 * every call of it, in a JVM of its own.
 */
class CmMemoryTest {
  private static final String EXPECTED =
      """
      64 Optional[/127.0.0.1:40000] 0
      1 ports, 100 queue pairs of 64 requests, 256 completions in a queue, 1000 memory regions; \
      state 4, LID 21, MTU 1024, 2 GIDs; 3
      Optional.empty 2
      3 Optional.empty
      1 of shared receive queue of 64 receives of 1 buffers of fake0
      Optional[fake0] 1 40003
      CONNECT_REQUEST
      rdma_connect: EINVAL (Invalid argument)
      rdma_getaddrinfo: EAI_NONAME, no address is known of no.such.host
      done
      """;

  @TempDir Path folder;

  @AfterEach
  void forget() {
    FakeCm.forget();
  }

  private Run run(FakeCm fake, List<String> before, String... options) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.add("-D" + RdmaCm.RDMACM + "=" + fake.library());
    command.add("-D" + RdmaCm.VERBS + "=" + fake.library());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), CmRun.class.getName()));
    return Run.of(command, folder);
  }

  @Test
  void shouldBeCleanUnderTheChecksOfTheJvm() throws Exception {
    Run run = run(FakeCm.in(folder), List.of(), "-Xcheck:jni");

    assertThat(run.output()).isEqualTo(EXPECTED);
    assertThat(run.status()).isZero();
  }

  private Path build(String... settings) throws Exception {
    Path sources = Path.of("src", "main", "c").toAbsolutePath();
    List<String> command = new ArrayList<>(List.of("make", "-s", "-C", sources.toString()));
    command.add("OUT=" + folder);
    command.add("WORK=" + folder.resolve("work"));
    command.add("HEADERS=" + FakeCm.BINDING.headers());
    command.add("VERSION=" + FakeCm.BINDING.version());
    command.add("JAVA_HOME=" + System.getProperty("java.home"));
    command.addAll(List.of(settings));
    assertThat(Run.of(command, folder).output()).isEmpty();
    return folder.resolve(FakeCm.BINDING.resource());
  }

  @Test
  void shouldBeCleanUnderTheSanitizers() throws Exception {
    FakeCm fake = FakeCm.in(folder);
    Path sanitized = build("CFLAGS=-fsanitize=address,undefined -fno-sanitize-recover=undefined");
    String asan = Run.of(List.of("gcc", "-print-file-name=libasan.so"), folder).output().trim();

    Run run =
        run(
            fake,
            List.of(
                "env",
                "LD_PRELOAD=" + asan,
                "ASAN_OPTIONS=handle_segv=0:allow_user_segv_handler=1:detect_leaks=0"),
            "-Drdmadump.native.verbs=" + sanitized);

    assertThat(run.output()).isEqualTo(EXPECTED);
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldSayThatItWasBuiltWithoutTheHeadersOfLibrdmacm() throws Exception {
    FakeCm fake = FakeCm.in(folder);

    Run run = run(fake, List.of(), "-Drdmadump.native.verbs=" + build("RDMACM=no"));

    assertThat(run.output())
        .contains(
            "RdmaLibraryException: this rdmadump was built without rdma/rdma_cma.h: install the"
                + " Debian package librdmacm-dev, and build it again");
    assertThat(run.status()).isOne();
  }
}
