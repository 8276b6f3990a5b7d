package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.RdmaCapture;
import org.rdmadump.capture.CaptureInput;

/** A capture as text, and the file that says what that was when it was reviewed. */
final class Golden {
  /** If this system property is {@code true}, files are written in place of being compared. */
  static final String UPDATE = "rdmadump.golden.update";

  private static final int MOST_LINES = 60;

  /** Build services set it. */
  private static final String UNATTENDED = "CI";

  private Golden() {}

  private static boolean isYes(String value) {
    return !value.isEmpty() && !value.equals("false") && !value.equals("0");
  }

  /**
   * Compares a capture with its file, or writes that, unless the environment variable {@code CI}
   * says that nobody would review it.
   *
   * @return what differs, empty if nothing does
   */
  static String difference(RdmaCapture capture, Path file) {
    return difference(capture, file, Optional.ofNullable(System.getenv(UNATTENDED)));
  }

  /**
   * As {@link #difference(RdmaCapture, Path)}.
   *
   * @param unattended value of the environment variable
   */
  static String difference(RdmaCapture capture, Path file, Optional<String> unattended) {
    List<String> found = GoldenText.of(capture);
    return difference(
        found,
        file,
        unattended,
        expected -> expected.equals(found) ? "" : changes(expected, found, file));
  }

  private static String changes(List<String> expected, List<String> found, Path file) {
    return "the capture is not as in "
        + file
        + "; review what differs, -D"
        + UPDATE
        + "=true takes it over\n\n--- "
        + file
        + "\n+++ the capture\n"
        + String.join("\n", new UnifiedDiff(expected, found).lines(MOST_LINES));
  }

  /**
   * Compares lines with a file, or writes them.
   *
   * @param found lines of the capture
   * @param comparison says what differs from the lines of the file, empty if nothing does
   */
  static String difference(
      List<String> found, Path file, Function<List<String>, String> comparison) {
    return difference(found, file, Optional.ofNullable(System.getenv(UNATTENDED)), comparison);
  }

  private static String difference(
      List<String> found,
      Path file,
      Optional<String> unattended,
      Function<List<String>, String> comparison) {
    try {
      if (Boolean.getBoolean(UPDATE)) {
        if (unattended.filter(Golden::isYes).isPresent()) {
          return file
              + " is not written: the environment variable "
              + UNATTENDED
              + " is set, and a file that nobody reviews would match whatever there is; take -D"
              + UPDATE
              + "=true off";
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
          Files.createDirectories(folder);
        }
        Files.write(file, found);
        return "";
      }
      if (!Files.exists(file)) {
        return "expected what "
            + file
            + " says but it is not there; -D"
            + UPDATE
            + "=true writes it";
      }
      return comparison.apply(Files.readAllLines(file));
    } catch (CharacterCodingException e) {
      return "expected text in " + file + " but there are other bytes; a capture is opened first";
    } catch (IOException e) {
      String why = file + " cannot be read or written: " + CaptureInput.reason(e);
      throw new UncheckedIOException(why, e);
    }
  }
}
