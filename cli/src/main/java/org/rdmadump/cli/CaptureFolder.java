package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.NameOrder;
import org.rdmadump.capture.NotACaptureException;

/** A folder that stands for the captures in it. */
final class CaptureFolder {
  private CaptureFolder() {}

  /**
   * {@return its regular files in the order of their names and of numbers in these, hidden ones
   * left out; folders in it are not looked into}
   *
   * @throws IOException if the folder cannot be read
   */
  static List<String> files(Path folder) throws IOException {
    List<String> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (Files.isRegularFile(entry) && !Files.isHidden(entry)) {
          files.add(entry.toString());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    files.sort(new NameOrder());
    return files;
  }

  /** {@return whether a file begins as a capture does; true of one that cannot be read} */
  static boolean isCapture(Path file) {
    try {
      CaptureInput.of(file).open().close();
      return true;
    } catch (NotACaptureException e) {
      return false;
    } catch (IOException e) {
      // Reading it says why.
      return true;
    }
  }
}
