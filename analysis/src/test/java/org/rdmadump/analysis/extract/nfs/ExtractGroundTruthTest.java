package org.rdmadump.analysis.extract.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.extract.Extracted;
import org.rdmadump.analysis.extract.ExtractedFile;

/**
 * Extracted files against what the workload wrote and read, file by file. {@code
 * -Drdmadump.captures=DIR} takes other captures than those that are shipped.
 */
class ExtractGroundTruthTest {
  @TempDir Path folder;

  static List<CaptureFiles> captures() throws IOException {
    return CaptureFiles.all();
  }

  @Test
  void shouldFindCaptures() throws IOException {
    assertThat(captures()).hasSizeGreaterThanOrEqualTo(17);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldRebuildWhatWasWrittenAndRead(CaptureFiles truth) throws IOException {
    ExtractedCapture capture = ExtractedCapture.of(truth.capture(), folder);

    if (truth.isCut()) {
      // Not even the handle of a READ or WRITE fits into 128 bytes.
      assertThat(capture.files().files()).isEmpty();
      assertThat(capture.unreadable()).isPositive();
      return;
    }
    assertThat(capture.unreadable()).isZero();
    for (CaptureFiles.Entry entry : truth.entries()) {
      if (entry.size() > 0 && (entry.writtenByClient() || !entry.reads().isEmpty())) {
        compare(entry, file(entry.path(), capture.files().files()));
      }
    }
    for (ExtractedFile file : capture.files().files()) {
      isAsTheManifestSays(file, capture.files());
    }
  }

  private void compare(CaptureFiles.Entry entry, ExtractedFile file) throws IOException {
    for (String read : entry.reads()) {
      assertThat(file.read().sha256()).as("read of %s", entry.path()).contains(read);
      assertThat(file.read().isComplete()).as("read of %s", entry.path()).isTrue();
    }
    if (entry.writtenByClient()) {
      byte[] written = Files.readAllBytes(folder.resolve(file.path()));
      // What was set beyond the last WRITE is zero.
      byte[] start = Arrays.copyOf(written, Math.max(written.length, (int) entry.size()));
      assertThat(sha256(start)).as("write of %s", entry.path()).isEqualTo(entry.sha256());
      assertThat(file.written().isComplete()).as("write of %s", entry.path()).isTrue();
      assertThat(file.committed()).as("commit of %s", entry.path()).isTrue();
      assertThat(file.endedSize().orElse(file.written().length()))
          .as("size of %s", entry.path())
          .isEqualTo(entry.size());
    } else {
      assertThat(file.written().length()).as("write of %s", entry.path()).isZero();
    }
  }

  private static void isAsTheManifestSays(ExtractedFile file, Extracted done) throws IOException {
    byte[] content = Files.readAllBytes(done.folder().resolve(file.path()));
    assertThat(file.main().sha256()).contains(sha256(content));
    assertThat(file.main().length()).isEqualTo(content.length);
    if (file.readPath().isPresent()) {
      byte[] read = Files.readAllBytes(done.folder().resolve(file.readPath().get()));
      assertThat(file.read().sha256()).contains(sha256(read));
    }
    assertThat(file.failedWrites()).isZero();
    assertThat(file.unansweredWrites()).isZero();
  }

  private static ExtractedFile file(String path, List<ExtractedFile> files) {
    List<ExtractedFile> found = files.stream().filter(file -> file.names().contains(path)).toList();
    assertThat(found).as(path).hasSize(1);
    return found.get(0);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
