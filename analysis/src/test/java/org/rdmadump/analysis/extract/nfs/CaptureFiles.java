package org.rdmadump.analysis.extract.nfs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A capture with what is known of the files in it.
 *
 * @param name of the capture
 * @param capture the capture
 * @param entries of its {@code .files.json}
 */
record CaptureFiles(String name, Path capture, List<Entry> entries) {
  /** System property that names another folder of captures. */
  private static final String PROPERTY = "rdmadump.captures";

  private static final String FILES = ".files.json";

  /**
   * A file that was written or read.
   *
   * @param path its name at the end
   * @param size at the end
   * @param sha256 at the end
   * @param writtenByClient whether WRITEs carried it
   * @param reads SHA-256 of what was read, of reads with bytes
   */
  record Entry(
      String path, long size, String sha256, boolean writtenByClient, List<String> reads) {}

  /** Those of the folder of captures, with their files. */
  static List<CaptureFiles> all() throws IOException {
    String given = System.getProperty(PROPERTY, "");
    Path folder = given.isEmpty() ? Path.of("..", "testdata", "captures") : Path.of(given);
    List<CaptureFiles> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(FILES)) {
          all.add(read(file, name.substring(0, name.length() - FILES.length())));
        }
      }
    }
    return all;
  }

  /** One that is shipped. */
  static CaptureFiles shipped(String name) throws IOException {
    return read(Path.of("..", "testdata", "captures", "rocev2", name + FILES), name);
  }

  private static CaptureFiles read(Path files, String name) throws IOException {
    Path capture = files.resolveSibling(name + ".pcap");
    if (!Files.exists(capture)) {
      capture = files.resolveSibling(name + ".pcapng");
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(files.toFile()).get("files")) {
      List<String> reads = new ArrayList<>();
      for (JsonNode read : each.get("reads")) {
        if (read.get("bytes").asLong() > 0) {
          reads.add(read.get("sha256").asText());
        }
      }
      entries.add(
          new Entry(
              each.get("path").asText(),
              each.get("size").asLong(),
              each.get("sha256").asText(),
              each.get("by").asText().equals("client"),
              reads));
    }
    return new CaptureFiles(name, capture, entries);
  }

  /** Whether a snap length cut its frames. */
  boolean isCut() {
    return name.endsWith("-snap128");
  }

  @Override
  public String toString() {
    return name;
  }
}
