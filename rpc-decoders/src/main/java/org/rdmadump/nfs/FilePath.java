package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a file is, as far as messages told: {@code /export/dir/file}, or {@code …/dir/file} where
 * it is not known what is above.
 *
 * <p>A part that is not UTF-8, or has control characters, is shown byte by byte: {@code a\x09b}.
 *
 * <pre>{@code
 * message.content().names().path(0).ifPresent(path -> System.out.println(path.text()));
 * }</pre>
 */
public final class FilePath {
  /** Characters of the longest path that is told from its beginning on. */
  public static final int LONGEST = 1024;

  /** Characters of the longest path that is not made anew each time. */
  static final int MOST_KEPT = 256;

  /** Stands for all directories above that are not known. */
  public static final String UNKNOWN_ABOVE = "…/";

  private static final byte PLAIN = 1;
  private static final byte NOT_PLAIN = 2;
  private static final char DELETE = 0x7f;

  /** The root of a server's name space. */
  static final FilePath ROOT = new FilePath("/", true, "", null);

  private final String known;
  private final boolean whole;
  private final String filename;

  /** Of the directory that it is in, if that is known. */
  private final @Nullable FilePath above;

  /** Whether it is plain text, once that was looked at. */
  private byte plain;

  /** Said of a message that is about this file and no other. */
  private @Nullable FileNames alone;

  private FilePath(String known, boolean whole, String filename, @Nullable FilePath above) {
    this.known = known;
    this.whole = whole;
    this.filename = filename;
    this.above = above;
  }

  /** {@return the path of an export, from the root on, as it is without slashes at its end} */
  static FilePath ofExport(String text) {
    int end = text.length();
    while (end > 1 && text.charAt(end - 1) == '/') {
      end--;
    }
    String path = text.substring(0, end);
    return new FilePath(path, true, path.substring(path.lastIndexOf('/') + 1), null);
  }

  /** {@return the path of a file in a directory of which nothing is known} */
  static FilePath inUnknown(String name) {
    return new FilePath(name, false, name, null);
  }

  /** {@return the path of a file in this directory} */
  FilePath child(String name) {
    String slash = known.endsWith("/") ? "" : "/";
    // A long one is made anew for each file in it: with all above it, a deep one takes a megabyte.
    FilePath directory =
        known.length() <= MOST_KEPT ? this : new FilePath(known, whole, filename, null);
    if (known.length() + 1 + name.length() <= LONGEST) {
      return new FilePath(known + slash + name, whole, name, directory);
    }
    // The beginning goes: what is at the end tells files apart.
    int cut = known.indexOf('/', known.length() / 2);
    return new FilePath(
        cut < 0 ? name : known.substring(cut + 1) + slash + name, false, name, directory);
  }

  /** {@return its last part alone, as of a file in a directory of which nothing is known} */
  FilePath end() {
    return inUnknown(filename);
  }

  /** Whether it was made of the path of a directory, and that is still the same. */
  @SuppressWarnings("ReferenceEquality") // Of a directory there is one object until it is renamed.
  boolean isIn(@Nullable FilePath directory) {
    return above == directory;
  }

  /** {@return the names of a message that is about this file only} */
  FileNames alone() {
    FileNames names = alone;
    if (names == null) {
      names = new FileNames(this, /* isInUnknown= */ false);
      alone = names;
    }
    return names;
  }

  /** {@return the whole, with {@link #UNKNOWN_ABOVE} before it if the beginning is not known} */
  public String text() {
    return whole ? known : UNKNOWN_ABOVE + known;
  }

  /** {@return whether it is known from the root of the server, or of an export, on} */
  public boolean isWhole() {
    return whole;
  }

  /** {@return what is known of it: the text without the mark before it} */
  public String known() {
    return known;
  }

  /**
   * {@return whether {@link #known()} is printable ASCII without blanks, quotation marks and
   * backslashes}
   */
  public boolean isPlain() {
    if (plain == 0) {
      plain = isPlain(known) ? PLAIN : NOT_PLAIN;
    }
    return plain == PLAIN;
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= DELETE || c == '"' || c == '\\') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** {@return its last part; empty of the root} */
  public String filename() {
    return filename;
  }

  /**
   * {@return the directory that it is in; empty if that is not known, of an export, and of the
   * root}
   */
  public Optional<FilePath> directory() {
    return Optional.ofNullable(above);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FilePath that && whole == that.whole && known.equals(that.known);
  }

  @Override
  public int hashCode() {
    return known.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
