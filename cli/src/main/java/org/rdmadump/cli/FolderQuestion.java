package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.rdmadump.finding.Counted;

/**
 * Asks whoever sits at a terminal before all of a large folder is read: {@code .} is soon typed.
 */
final class FolderQuestion {
  /** Bytes from which on a folder is large. */
  static final long LARGE = 1_000_000_000;

  private static final Set<String> YES = Set.of("y", "yes");

  /** Longer answers are none. */
  private static final int LONGEST_ANSWER = 80;

  private FolderQuestion() {}

  /**
   * Asks for each large folder.
   *
   * @param words files, folders and {@code -}
   * @param large bytes from which on a folder is asked for
   * @throws CommandFailure if the answer is no
   */
  static void ask(List<String> words, long large, Environment environment) throws CommandFailure {
    if (!environment.terminal().answers() || words.contains(Inputs.STANDARD_INPUT)) {
      return;
    }
    for (String word : words) {
      try {
        if (Files.isDirectory(NamedFile.of(word))) {
          ask(word, CaptureFolder.files(NamedFile.of(word)), large, environment);
        }
      } catch (InvalidPathException | IOException e) {
        // Opening it fails for the same reason, which is said then.
      }
    }
  }

  private static void ask(String folder, List<String> files, long large, Environment environment)
      throws CommandFailure, IOException {
    long bytes = 0;
    for (String file : files) {
      bytes += Files.size(NamedFile.of(file));
    }
    if (bytes <= large) {
      return;
    }
    environment
        .err()
        .ask(
            folder
                + " has "
                + Counted.of(files.size(), "file")
                + " of "
                + String.format(Locale.ROOT, "%.1f GB", bytes / 1e9)
                + " in total. Read them all? [y/N] ");
    if (!YES.contains(line(environment.in()).toLowerCase(Locale.ROOT))) {
      throw CommandFailure.usage(folder + ": nothing was read; name the files you want");
    }
  }

  /** A channel, because whoever waits for it can be interrupted. */
  private static String line(InputStream in) throws CommandFailure {
    ReadableByteChannel channel = Channels.newChannel(in);
    ByteBuffer next = ByteBuffer.allocate(1);
    StringBuilder line = new StringBuilder();
    try {
      while (channel.read(next.clear()) > 0
          && next.get(0) != '\n'
          && line.length() < LONGEST_ANSWER) {
        line.append(new String(next.array(), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw CommandFailure.unreadable("no answer: " + Inputs.reason(e), e);
    }
    return line.toString().trim();
  }
}
