package org.rdmadump.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The captures that are shipped. {@code -Drdmadump.captures=FOLDER} names others for all tables.
 */
final class ShippedFiles {
  private static final Path SHIPPED =
      Path.of("..", "testdata", "captures").toAbsolutePath().normalize();

  static final Path FOLDER =
      Path.of(System.getProperty("rdmadump.captures", SHIPPED.toString())).toAbsolutePath();

  private ShippedFiles() {}

  /** {@return all of the folder} */
  static List<Path> all() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(each -> each.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return a capture over RoCE version 2} */
  static Path roce(String name) {
    return SHIPPED.resolve("rocev2").resolve("rocev2-" + name + ".pcap");
  }
}
