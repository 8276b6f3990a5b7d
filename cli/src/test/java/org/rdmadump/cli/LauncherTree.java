package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.live.LiveSource;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;
import org.rdmadump.xdr.schema.XdrSchema;

/** A source tree that looks built, with the real launcher. */
final class LauncherTree {
  /** One class of each part of the jar. */
  private static final List<Class<?>> PARTS =
      List.of(
          Main.class,
          RecordWriter.class,
          FieldRegistry.class,
          CaptureDecoder.class,
          RpcHeader.class,
          Bth.class,
          RdmapOpcode.class,
          XdrSchema.class,
          Frame.class,
          LiveSource.class,
          Option.class);

  /** One class of each library that no source of this module names. */
  private static final List<String> LIBRARIES =
      List.of(
          "org.pcap4j.core.Pcaps",
          "com.sun.jna.Native",
          "org.slf4j.Logger",
          "org.HdrHistogram.AbstractHistogram");

  private static final String CAPTURE = "testdata/captures/rocev2/rocev2-nfs3-acl.pcap";
  private static final FileTime LONG_AGO = FileTime.from(1_000_000_000, TimeUnit.SECONDS);
  private static final long PATIENCE_SECONDS = 120;

  /**
   * Writes its standard input down, and its arguments in brackets, a line each, and an empty line
   * behind them.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      if [ "$1" = -version ]; then echo 'openjdk version "%2$s" 2018-10-16' >&2; exit; fi
      readlink /proc/self/fd/0 >'%1$s/input'
      { printf '[%%s]\\n' "$@"; echo; } >>'%1$s/calls'
      """;

  /** A build that takes a moment, and fails if told to. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$@" >>'%1$s/builds'
      echo "$LC_ALL" >>'%1$s/locales'
      if [ -e '%1$s/fails' ]; then echo 'no such class'; exit 1; fi
      sleep 0.2
      mkdir -p cli/target
      case $* in *parquet*) mkdir -p parquet/target; : >parquet/target/rdmadump-parquet.jar ;; esac
      : >cli/target/rdmadump.jar
      """;

  private final Path root;
  private final Path tools;
  private final Path home;

  /** What a run left. */
  record Run(int status, String out, String err) {}

  private LauncherTree(Path root, Path tools, Path home) {
    this.root = root;
    this.tools = tools;
    this.home = home;
  }

  /**
   * Builds a tree in a folder that may have been there. Its jar is empty, its Java only writes down
   * how it was called, and its Maven that it was.
   */
  static LauncherTree in(Path folder) throws IOException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    Path home = Files.createDirectories(folder.resolve("a java"));
    LauncherTree tree = new LauncherTree(folder.resolve("tree"), tools, home);
    tree.copySources();
    Files.createDirectories(tree.target());
    Files.createFile(tree.jar());
    Files.createDirectories(home.resolve("bin"));
    tree.installJava("17.0.9");
    program(tools.resolve("mvn"), MAVEN.formatted(tools));
    return tree;
  }

  /** Builds a tree with the classes under test in its jar, for the Java that runs the test. */
  static LauncherTree real(Path folder) throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    Path tools = Files.createDirectories(folder.resolve("tools"));
    LauncherTree tree = new LauncherTree(folder.resolve("tree"), tools, home);
    tree.copySources();
    tree.pack();
    return tree;
  }

  /** A small capture that the project ships. */
  static Path capture() {
    return repository().resolve(CAPTURE);
  }

  /** The tree of the project. */
  static Path repository() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  Path root() {
    return root;
  }

  /** The folder of the build. */
  Path target() {
    return root.resolve("cli/target");
  }

  Path jar() {
    return target().resolve("rdmadump.jar");
  }

  Path archive() {
    return target().resolve("rdmadump.jsa");
  }

  /** What the archive is good for. */
  Path about() {
    return target().resolve("rdmadump.jsa.of");
  }

  /** The folder of the Java that is used. */
  Path home() {
    return home;
  }

  /** A source, older than the jar. */
  Path source() {
    return root.resolve("cli/src/main/launcher/every.options");
  }

  /** Puts another version of Java in its place. */
  void installJava(String version) throws IOException {
    program(home.resolve("bin/java"), JAVA.formatted(tools, version));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Some One\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
  }

  /** Leaves an archive that seems to be of the jar and the Java as they are. */
  void archiveClasses() throws IOException {
    Files.writeString(archive(), "classes");
    Files.writeString(
        about(), home + "\n" + jar() + "\n" + Files.readString(home.resolve("release")));
  }

  /** Builds fail. */
  void breakBuild() throws IOException {
    Files.createFile(tools.resolve("fails"));
  }

  /** How often Maven was called. */
  List<String> builds() throws IOException {
    Path builds = tools.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
  }

  /** The locale of each build. */
  List<String> locales() throws IOException {
    return Files.readAllLines(tools.resolve("locales"));
  }

  /** What Java was given last as standard input. */
  String standardInput() throws IOException {
    return Files.readString(tools.resolve("input")).strip();
  }

  /** What Java was called with last. */
  List<String> lastCall() throws IOException {
    String calls = Files.readString(tools.resolve("calls")).stripTrailing();
    return calls
        .substring(calls.lastIndexOf("\n\n") + 1)
        .strip()
        .lines()
        .map(line -> line.substring(1, line.length() - 1))
        .toList();
  }

  /** A run that was started. */
  record Started(Process process, Path err) {
    /** Waits until it closed its output and ended. */
    Run finish() throws IOException, InterruptedException {
      try (InputStream in = process.getInputStream()) {
        String out = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        return new Run(process.waitFor(), out, Files.readString(err));
      }
    }
  }

  /** Runs the launcher to its end. */
  Run run(String... arguments) throws IOException, InterruptedException {
    return start(List.of(), Map.of(), arguments).finish();
  }

  /**
   * Starts the launcher behind a prefix of other commands.
   *
   * @param environment what is set; what is set to nothing is not there
   */
  Started start(List<String> prefix, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(root.resolve("rdmadump").toString());
    command.addAll(List.of(arguments));
    return start(command, Path.of("").toAbsolutePath(), environment);
  }

  /** Starts a command with the environment of the tree. */
  Started start(List<String> command, Path folder, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> variables = builder.environment();
    // They would make Java say on standard error that it saw them.
    variables.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    variables.put("JAVA_HOME", home.toString());
    variables.put("PATH", tools + ":" + variables.get("PATH"));
    variables.putAll(environment);
    variables.values().removeIf(String::isEmpty);
    Path err = Files.createTempFile(tools, "err", ".txt");
    builder.redirectError(err.toFile());
    return new Started(builder.start(), err);
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
  }

  private void copySources() throws IOException {
    List<String> files = new ArrayList<>(List.of("rdmadump", "pom.xml", "cli/pom.xml"));
    try (Stream<Path> options = Files.list(repository().resolve("cli/src/main/launcher"))) {
      options.forEach(each -> files.add(repository().relativize(each).toString()));
    }
    for (String file : files) {
      copy(file);
    }
    try (Stream<Path> copies = Files.walk(root)) {
      for (Path copy : copies.toList()) {
        Files.setLastModifiedTime(copy, LONG_AGO);
      }
    }
  }

  private void copy(String file) throws IOException {
    Path to = root.resolve(file);
    Files.createDirectories(to.resolve("..").normalize());
    Files.copy(repository().resolve(file), to);
  }

  private void pack() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    Files.createDirectories(target());
    try (OutputStream file = Files.newOutputStream(jar());
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Class<?> part : parts()) {
        Path source = source(part);
        if (Files.isDirectory(source)) {
          packFolder(source, out);
        } else {
          packJar(source, out);
        }
      }
    }
  }

  private static List<Class<?>> parts() {
    List<Class<?>> parts = new ArrayList<>(PARTS);
    try {
      for (String name : LIBRARIES) {
        parts.add(Class.forName(name, /* initialize= */ false, Main.class.getClassLoader()));
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
    return parts;
  }

  private static Path source(Class<?> part) {
    try {
      return Path.of(part.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void packFolder(Path folder, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> isPacked(folder.relativize(file).toString()))
          .sorted()
          .forEach(
              file -> {
                try {
                  out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                  Files.copy(file, out);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  private static void packJar(Path path, JarOutputStream out) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Enumeration<JarEntry> entries = jar.entries();
      while (entries.hasMoreElements()) {
        String name = entries.nextElement().getName();
        if (!name.endsWith("/") && isPacked(name)) {
          out.putNextEntry(new JarEntry(name));
          try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            in.transferTo(out);
          }
        }
      }
    }
  }

  /** Whether the jar has it: classes, and what they read. */
  private static boolean isPacked(String name) {
    return !name.startsWith("META-INF/") && !name.endsWith("module-info.class");
  }
}
