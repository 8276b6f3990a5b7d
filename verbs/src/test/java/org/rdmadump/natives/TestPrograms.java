package org.rdmadump.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.testing.Needs;

/** What {@code src/test/c/Makefile} of a module makes: drivers, and stand-ins for libraries. */
public final class TestPrograms {
  private TestPrograms() {}

  /** What a test needs that compiles them, or loads a library. */
  public static void need(BuiltLibrary library) {
    Needs.command("gcc", "gcc");
    Needs.command("make", "make");
    Needs.header("infiniband/verbs.h", "libibverbs-dev");
    Needs.built(library.isBuilt(), "a build without -Dnative.skip");
  }

  /** {@return the folder with what a target makes, which takes some settings} */
  public static synchronized Path built(String module, String target, String... settings)
      throws IOException, InterruptedException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    Path out = root.resolve(module).resolve("target/native-test");
    List<String> command = new ArrayList<>(List.of("make", "-s", "-C"));
    command.addAll(List.of(root.resolve(module).resolve("src/test/c").toString(), target));
    command.add("OUT=" + out);
    command.addAll(List.of(settings));
    Files.createDirectories(out);
    // Test classes run in two JVMs, and two makes at a time would write the same files.
    try (FileChannel lock =
            FileChannel.open(
                out.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = lock.lock()) {
      assertThat(held.isValid()).isTrue();
      Run run = Run.of(command, root);
      assertThat(run.status()).as(run.output()).isZero();
    }
    return out;
  }
}
