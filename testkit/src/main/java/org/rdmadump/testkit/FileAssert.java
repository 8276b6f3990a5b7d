package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rdmadump.analysis.extract.ExtractedFile;
import org.rdmadump.analysis.extract.Gap;
import org.rdmadump.bytes.Rope;

/**
 * Assertions about a file that NFS moved, rebuilt from its WRITEs or, without WRITEs, from its
 * READs.
 *
 * <pre>{@code
 * assertThat(capture).file("data").isWhole().hasSize(65536).hasContent(Path.of("expected"));
 * }</pre>
 */
@SuppressWarnings("exports") // Files are named by assertions only.
public final class FileAssert extends DrawnAssert<FileAssert, CapturedFile> {
  /** Gaps that a failure shows. */
  private static final int SHOWN = 10;

  FileAssert(CapturedFile actual) {
    super(actual, FileAssert.class);
  }

  @Override
  String drawing() {
    ExtractedFile file = given().about();
    String name = file.names().isEmpty() ? file.path() : String.join(", ", file.names());
    return "file "
        + name
        + (file.wasWritten() ? ", as written: " : ", as read: ")
        + file.main().length()
        + " bytes, "
        + file.main().bytes()
        + " of them known";
  }

  /** Verifies the size: the offset after the last byte that moved. */
  public FileAssert hasSize(long bytes) {
    long found = given().about().main().length();
    return check(found == bytes, bytes + " bytes", found);
  }

  /** Verifies that every byte is known: READs or WRITEs leave no gap. */
  public FileAssert isWhole() {
    List<Gap> gaps = given().about().main().gaps();
    String found =
        gaps.stream().limit(SHOWN).map(FileAssert::text).collect(Collectors.joining(", ", "[", ""))
            + (gaps.size() > SHOWN ? ", and " + (gaps.size() - SHOWN) + " more]" : "]");
    String advice =
        CapturedFiles.isEvicted(given().about().main()) ? ": " + CapturedFiles.KEEP_BYTES : "";
    return check(gaps.isEmpty(), "a file without gaps", found + advice);
  }

  private static String text(Gap gap) {
    String why = gap.reason().label().replace('_', ' ');
    return gap.length() + " bytes at " + gap.offset() + " (" + why + ")";
  }

  /**
   * Verifies that the file was written, and every written byte is known to be on stable storage.
   */
  public FileAssert isCommitted() {
    check(given().about().wasWritten(), "a file that was written", "none but READs");
    return check(given().about().committed(), "every WRITE on stable storage", "one that is not");
  }

  /**
   * Verifies that the file has at least one byte, no gaps, and the bytes of a pattern. A capture
   * that keeps no bytes has only gaps.
   */
  public FileAssert hasContent(BytePattern pattern) {
    isWhole();
    check(given().about().main().length() > 0, "bytes", "none");
    return hasBytes(pattern);
  }

  private FileAssert hasBytes(BytePattern pattern) {
    check(
        given().content().isPresent(),
        "a file below 2 GiB, to compare its bytes",
        given().about().main().length());
    Rope content = given().content().orElseThrow();
    for (long i = 0; i < content.length(); i++) {
      byte expected = pattern.at(i);
      byte found = content.byteAt(i);
      if (found != expected) {
        return check(false, hex(expected) + " at offset " + i, hex(found));
      }
    }
    return this;
  }

  /** Verifies the size, the bytes of a pattern, and that there are no gaps. */
  public FileAssert hasContent(long size, BytePattern pattern) {
    return isWhole().hasSize(size).hasBytes(pattern);
  }

  /** Verifies that the file has exactly these bytes. */
  public FileAssert hasContent(byte[] expected) {
    byte[] copy = expected.clone();
    return hasContent(copy.length, offset -> copy[(int) offset]);
  }

  /** Verifies that the file has exactly the bytes of another file. */
  public FileAssert hasContent(Path file) {
    try {
      return hasContent(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Verifies the SHA-256 of the bytes.
   *
   * @param hex in lower or upper case
   */
  public FileAssert hasSha256(String hex) {
    Optional<String> found = given().about().main().sha256();
    return isWhole()
        .check(found.filter(hex::equalsIgnoreCase).isPresent(), "SHA-256 " + hex, found);
  }

  /** Verifies that the file was written and read, and that both agree where both are known. */
  public FileAssert isReadAsWritten() {
    check(given().about().wasWritten(), "a file that was written", "none but READs");
    check(given().about().read().bytes() > 0, "a file that was read", "none but WRITEs");
    return check(
        given().about().readPath().isEmpty(), "what was read as it was written", "something else");
  }

  private static String hex(byte value) {
    return String.format(Locale.ROOT, "0x%02x", value & 0xff);
  }
}
