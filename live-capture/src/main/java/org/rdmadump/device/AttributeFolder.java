package org.rdmadump.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/** A sysfs folder with one value in each file. Each file is read once. */
final class AttributeFolder {
  /** Longest value: the kernel writes at most one page, and pages of 64 KiB exist. */
  private static final int MOST_BYTES = 1 << 16;

  private static final int SHOWN = 40;
  private static final int DECIMAL = 10;
  private static final int HEXADECIMAL = 16;
  private static final String HEX_PREFIX = "0x";
  private static final long MOST_MASK = 0xffff_ffffL;

  private final Path path;
  private final Map<String, Optional<String>> read = new HashMap<>();

  AttributeFolder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Forgets the values of some files. */
  void drop(String... names) {
    for (String name : names) {
      read.remove(name);
    }
  }

  /** {@return the stripped text of a file; empty if the file is missing or blank} */
  Optional<String> text(String name) {
    Optional<String> known = read.get(name);
    if (known == null) {
      known = text(path.resolve(name));
      read.put(name, known);
    }
    return known;
  }

  /**
   * {@return the decimal number in a file}
   *
   * @throws DeviceException if the file holds other text
   */
  OptionalInt decimal(String name) {
    return integer(name, DECIMAL);
  }

  /**
   * {@return the hexadecimal number in a file}
   *
   * @throws DeviceException if the file holds other text
   */
  OptionalInt hexadecimal(String name) {
    return integer(name, HEXADECIMAL);
  }

  private OptionalInt integer(String name, int radix) {
    Optional<String> text = text(name);
    return text.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((int) number(path.resolve(name), text.get(), radix, Integer.MAX_VALUE));
  }

  /** {@return the 32-bit mask in a file} */
  OptionalLong mask(String name) {
    Optional<String> text = text(name);
    return text.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(number(path.resolve(name), text.get(), HEXADECIMAL, MOST_MASK));
  }

  /**
   * {@return the meaning of the number before the colon in a file such as {@code 4: ACTIVE}}
   *
   * @param meaning converts a number to a value
   */
  <V> Optional<V> code(String name, IntFunction<V> meaning) {
    return text(name).map(text -> meaning.apply(code(path.resolve(name), text)));
  }

  private static int code(Path file, String text) {
    int colon = text.indexOf(':');
    String digits = colon < 0 ? "" : text.substring(0, colon);
    long code = Digits.value(digits, DECIMAL, Integer.MAX_VALUE);
    if (code < 0) {
      throw misread(file, text, "a number, a colon and a word");
    }
    return (int) code;
  }

  /** {@return the GUID in a file} */
  Optional<Guid> guid(String name) {
    return text(name)
        .map(text -> Guid.of(text).orElseThrow(() -> misread(path.resolve(name), text, "a GUID")));
  }

  /** {@return the number that {@code text}, from {@code file}, represents} */
  static int hexadecimal(Path file, String text, int most) {
    return (int) number(file, text, HEXADECIMAL, most);
  }

  private static long number(Path file, String text, int radix, long most) {
    String digits =
        radix == HEXADECIMAL && text.startsWith(HEX_PREFIX)
            ? text.substring(HEX_PREFIX.length())
            : text;
    long number = Digits.value(digits, radix, most);
    if (number < 0) {
      String kind = radix == HEXADECIMAL ? "a hexadecimal number" : "a number";
      throw misread(file, text, kind + " of at most " + Long.toString(most, radix));
    }
    return number;
  }

  /** {@return the exception for a file with unexpected text} */
  static DeviceException misread(Path file, String text, String expected) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
      char each = text.charAt(i);
      shown.append(Character.isISOControl(each) ? '?' : each);
    }
    return new DeviceException(
        file + ": '" + shown + (text.length() > SHOWN ? "...' is not " : "' is not ") + expected);
  }

  /**
   * {@return the stripped text of {@code file}; empty if the file is missing or blank}
   *
   * <p>The kernel refuses to show some values with EINVAL, such as the type of an unused GID; such
   * a value is empty. Some drivers end a text with a zero byte.
   */
  static Optional<String> text(Path file) {
    if (!Files.isRegularFile(file)) {
      if (Files.exists(file)) {
        throw new DeviceException(file + ": not a file");
      }
      return Optional.empty();
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = value(in);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DeviceException(file + ": cannot be read: " + reason(e), e);
    }
    if (bytes.length > MOST_BYTES) {
      throw new DeviceException(file + ": more than " + MOST_BYTES + " bytes, so not of sysfs");
    }
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /** Reads a value, and one byte more than the maximum; nothing if the kernel refuses. */
  private static byte[] value(InputStream in) {
    try {
      return in.readNBytes(MOST_BYTES + 1);
    } catch (IOException e) {
      // Only a message in the user's language names the error.
      return new byte[0];
    }
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException ? "no permission" : String.valueOf(e);
  }

  /**
   * {@return the sorted names in {@code folder}; none if it is missing}
   *
   * @param foldersOnly whether to leave out files
   */
  static List<String> names(Path folder, boolean foldersOnly) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!foldersOnly || isFolder(entry)) {
          names.add(String.valueOf(entry.getFileName()));
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (NotDirectoryException e) {
      throw new DeviceException(folder + ": not a folder", e);
    } catch (DirectoryIteratorException e) {
      throw new DeviceException(folder + ": cannot be listed: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new DeviceException(folder + ": cannot be listed: " + reason(e), e);
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  private static boolean isFolder(Path entry) {
    if (!Files.exists(entry) && Files.isSymbolicLink(entry)) {
      throw new DeviceException(entry + ": a link to nothing; a copy needs what it points to");
    }
    return Files.isDirectory(entry);
  }

  /** {@return the numeric names in {@code folder}, sorted} */
  static List<Integer> numbers(Path folder) {
    return names(folder, false).stream()
        .map(name -> (int) Digits.value(name, DECIMAL, Integer.MAX_VALUE))
        .filter(number -> number >= 0)
        .sorted()
        .toList();
  }
}
