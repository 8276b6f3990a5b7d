package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.natives.Run;
import org.rdmadump.natives.TestPrograms;
import org.rdmadump.natives.Valgrind;

/**
 * The binding in C without Java, {@code src/test/c/cmdriver.c}: every call of it, with every call
 * of the libraries failing in turn, then every one of JNI, calloc and fcntl. AddressSanitizer with
 * leak detection, UndefinedBehaviorSanitizer and valgrind find nothing, and no file descriptor is
 * left.
 */
class CmLeakTest {
  /**
   * Calls of the libraries, and other ones, that failed in turn; what all that came to: the issue
   * wants 500 connections and 5,000 failing calls.
   */
  private static final String EXPECTED =
      "calls 53 others 94\n732 connections, 10608 failing calls\n";

  @TempDir Path folder;

  private FakeCm fake;

  @BeforeEach
  void need() throws Exception {
    fake = FakeCm.in(folder);
  }

  @AfterEach
  void forget() {
    FakeCm.forget();
  }

  private static Path driver(String name) throws Exception {
    return TestPrograms.built(
            "verbs",
            "binding",
            "JNI=" + FakeCm.BINDING.headers(),
            "JAVA_HOME=" + System.getProperty("java.home"))
        .resolve(name);
  }

  private Run run(List<String> driver, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(driver);
    command.add(fake.library().toString());
    command.addAll(List.of(arguments));
    return Run.of(command, folder);
  }

  @Test
  void shouldLeaveNothingBehindUnderTheSanitizers() throws Exception {
    Run run = run(List.of(driver("cmdriver-sanitized").toString()));

    assertThat(run.output()).isEqualTo(EXPECTED);
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldLeaveNothingBehindUnderValgrind() throws Exception {
    Run run = run(Valgrind.command(driver("cmdriver")));

    assertThat(run.output()).isEqualTo(EXPECTED);
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldHaveTheSanitizersSeeWhatIsLeftBehind() throws Exception {
    Run run = run(List.of(driver("cmdriver-sanitized").toString()), "leak");

    assertThat(run.output())
        .startsWith(EXPECTED)
        .contains("LeakSanitizer: detected memory leaks", "CmNatives_open");
    assertThat(run.status()).isNotZero();
  }

  @Test
  void shouldHaveValgrindSeeWhatIsLeftBehind() throws Exception {
    Run run = run(Valgrind.command(driver("cmdriver")), "leak");

    assertThat(run.output()).startsWith(EXPECTED).contains("definitely lost", "CmNatives_open");
    assertThat(run.status()).isEqualTo(Valgrind.FOUND);
  }
}
