package org.rdmadump.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the archive of loaded classes, {@code rdmadump.jsa}, with which a run starts in half the
 * time. The build runs it last, and the Debian package when it is installed; neither fails by it.
 *
 * <p>Beside it, {@code rdmadump.jsa.of} says what the archive is good for, which the launcher
 * compares before it hands it to Java: the folder of the Java that made it, the jar, and the file
 * {@code release} of that Java, a line each.
 */
final class ClassArchive {
  private static final String ARCHIVE = "rdmadump.jsa";

  /** Small captures that show the program most of what it can meet; packages ship them. */
  private static final String CAPTURES = "rehearsal.txt";

  /** A step that takes longer hangs. */
  private static final long PATIENCE_SECONDS = 120;

  private final Path jar;
  private final Path captures;
  private final Path java;
  private final Path folder;

  private ClassArchive(Path jar, Path captures, Path java, Path folder) {
    this.jar = jar;
    this.captures = captures;
    this.java = java;
    this.folder = folder;
  }

  /**
   * Takes the jar, the folder of captures, the program of the Java that will start the jar (if
   * empty or missing, the Java that runs this), and the folder of the archive (if missing, the
   * jar's). Says on standard output if there is no archive then.
   */
  public static void main(String[] arguments) throws InterruptedException {
    Path jar = Path.of(arguments[0]);
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    Path java = arguments.length > 2 && !arguments[2].isEmpty() ? Path.of(arguments[2]) : own;
    Path folder =
        arguments.length > 3 ? Path.of(arguments[3]) : jar.toAbsolutePath().resolveSibling("");
    try {
      new ClassArchive(jar, Path.of(arguments[1]), java, folder).make();
    } catch (IOException e) {
      System.out.println("rdmadump starts without an archive of classes: " + e.getMessage());
    }
  }

  private void make() throws IOException, InterruptedException {
    Path archive = folder.resolve(ARCHIVE);
    Path about = folder.resolve(ARCHIVE + ".of");
    // What is there is of another jar.
    Files.deleteIfExists(about);
    Files.deleteIfExists(archive);
    Path work = Files.createTempDirectory(folder, "archive-");
    try {
      Path classes = work.resolve("classes");
      Path fresh = work.resolve(ARCHIVE);
      List<String> rehearsal = new ArrayList<>();
      rehearsal.add("-XX:TieredStopAtLevel=1");
      rehearsal.add("-XX:DumpLoadedClassList=" + classes);
      rehearsal.addAll(List.of("-cp", jar.toString(), Rehearsal.class.getName()));
      for (String capture : Template.filled(CAPTURES, Map.of()).lines().toList()) {
        rehearsal.add(captures.resolve(capture).toString());
      }
      run(rehearsal, classes);
      // Of the collectors, only this one takes objects from an archive in JDK 17.
      run(
          List.of(
              "-XX:+UseG1GC",
              "-Xshare:dump",
              "-XX:SharedClassListFile=" + classes,
              "-XX:SharedArchiveFile=" + fresh,
              "-cp",
              jar.toString()),
          fresh);
      Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
      Path text = Files.write(work.resolve("of"), about(), StandardCharsets.UTF_8);
      Files.move(text, about, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      remove(work);
    }
  }

  /** Runs Java and checks that it made a file. */
  private void run(List<String> arguments, Path made) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(List.of("-Xmx256m", "-XX:-UsePerfData", "-Xlog:disable"));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // They are for the Java of the build, and what they add may keep Java from archiving.
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    if (process.exitValue() != 0 || !Files.isRegularFile(made) || Files.size(made) == 0) {
      throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
    }
  }

  private List<String> about() throws IOException {
    Path home = java.toRealPath().resolveSibling("").resolveSibling("");
    Path release = home.resolve("release");
    List<String> lines = new ArrayList<>();
    lines.add(home.toString());
    lines.add(jar.toAbsolutePath().toString());
    if (Files.isReadable(release)) {
      lines.addAll(Files.readAllLines(release, StandardCharsets.UTF_8));
    }
    return lines;
  }

  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(folder);
  }
}
