package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.natives.BuiltLibrary;
import org.rdmadump.natives.TestPrograms;

/**
 * The stand-in for libibverbs, {@code src/test/c/fakeverbs.c}: a copy of its own for each test, as
 * each copy that is loaded has a state of its own.
 */
public final class FakeVerbs {
  /** The library in C that is tested. */
  static final BuiltLibrary SNIFFER = new BuiltLibrary(SnifferNatives.LIBRARY);

  private static final String NOTHING_LEFT =
      "left devices=0 pds=0 mrs=0 channels=0 cqs=0 qps=0 flows=0";

  private final Path library;

  private FakeVerbs(Path library) {
    this.library = library;
  }

  /** What a test needs that compiles or loads something. */
  public static void needs() {
    TestPrograms.need(SNIFFER);
  }

  /** {@return the folder with what {@code src/test/c/Makefile} makes} */
  public static Path built() throws IOException, InterruptedException {
    return TestPrograms.built("live-capture", "all");
  }

  /** {@return one in a folder, with the settings of {@code fakeverbs.c}, a line each} */
  public static FakeVerbs in(Path folder, String... settings)
      throws IOException, InterruptedException {
    return copy("libfakeverbs.so", folder, settings);
  }

  /** {@return one that lacks ibv_reg_mr} */
  static FakeVerbs withoutRegMr(Path folder) throws IOException, InterruptedException {
    return copy("liboldverbs.so", folder);
  }

  private static FakeVerbs copy(String name, Path folder, String... settings)
      throws IOException, InterruptedException {
    Path library = Files.copy(built().resolve(name), folder.resolve(name));
    Files.write(Path.of(library + ".scenario"), List.of(settings), StandardCharsets.UTF_8);
    return new FakeVerbs(library);
  }

  /** {@return where it is} */
  Path library() {
    return library;
  }

  /** Has sniffers use it from now on. */
  public FakeVerbs use() {
    System.setProperty(HcaSniffer.VERBS, library.toString());
    return this;
  }

  /** Has sniffers use the system's library again. */
  public static void forget() {
    System.clearProperty(HcaSniffer.VERBS);
  }

  /** {@return what it saw: what is left, what it sent, rules that were broken} */
  List<String> report() throws IOException {
    return Files.readAllLines(Path.of(library + ".report"), StandardCharsets.UTF_8);
  }

  /** Checks that everything was given back, and by the rules. */
  public void shouldBeLeftClean() throws IOException {
    List<String> report = new ArrayList<>(report());
    report.removeIf(line -> line.startsWith("sent "));
    assertThat(report).containsExactly(NOTHING_LEFT);
  }
}
