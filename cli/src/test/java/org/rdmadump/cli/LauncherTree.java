package org.rdmadump.cli;

import com.fasterxml.jackson.core.JsonFactory;
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
import org.rdmadump.analysis.RecordWriter;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.live.LiveSource;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpcrdma.CaptureDecoder;
import org.rdmadump.xdr.schema.XdrSchema;

/**
 * A source tree that looks built, with the real launcher and a jar of the classes under test, and a
 * Java that writes down how it was called.
 */
final class LauncherTree {
  /** One class of each part of the jar. */
  private static final List<Class<?>> PARTS =
      List.of(
          Main.class,
          RecordWriter.class,
          CaptureDecoder.class,
          RpcHeader.class,
          Bth.class,
          RdmapOpcode.class,
          XdrSchema.class,
          Frame.class,
          LiveSource.class,
          Option.class,
          JsonFactory.class);

  private static final String CAPTURE = "testdata/captures/rocev2/rocev2-nfs3-acl.pcap";
  private static final List<String> FILES =
      List.of("rdmadump", "cli/src/main/launcher/archive.sh", "pom.xml", "cli/pom.xml", CAPTURE);
  private static final FileTime LONG_AGO = FileTime.from(1_000_000_000, TimeUnit.SECONDS);
  private static final long PATIENCE_SECONDS = 120;

  /** Writes its arguments down; a rehearsal waits for a file, or fails, if told to. */
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      printf '%%s ' "$@" >>'%1$s/calls'
      echo >>'%1$s/calls'
      case " $* " in
        *Rehearsal*)
          if [[ -e '%1$s/fails' ]]; then exit 1; fi
          while [[ -e '%1$s/wait' ]]; do sleep 0.05; done
          ;;
      esac
      exec '%2$s/bin/java' "$@"
      """;

  private final Path root;
  private final Path java;

  /** What a run left. */
  record Run(int status, String out, String err) {}

  /** Builds a tree in an empty folder. */
  LauncherTree(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("tree"));
    java = Files.createDirectories(folder.resolve("a java"));
    for (String file : FILES) {
      copy(file);
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, LONG_AGO);
      }
    }
    pack();
    Path home = Path.of(System.getProperty("java.home"));
    Files.createDirectories(java.resolve("bin"));
    // Only looked at; what runs is the real one.
    Files.createDirectories(java.resolve("lib/server"));
    Files.createFile(java.resolve("lib/server/libjvm.so"));
    if (Files.exists(home.resolve("release"))) {
      Files.copy(home.resolve("release"), java.resolve("release"));
    }
    Path program = java.resolve("bin/java");
    Files.writeString(program, JAVA.formatted(java, home));
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
  }

  /** A small capture that the project ships. */
  static Path capture() {
    return repository().resolve(CAPTURE);
  }

  private static Path repository() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  /** The folder of the build. */
  Path target() {
    return root.resolve("cli/target");
  }

  Path jar() {
    return target().resolve("rdmadump.jar");
  }

  /** How Java was called, a line each. */
  List<String> calls() throws IOException {
    Path calls = java.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** How often an archive was made or tried. */
  long rehearsals() throws IOException {
    return calls().stream().filter(call -> call.contains("Rehearsal")).count();
  }

  /** How Java was called last. */
  String lastCall() throws IOException {
    List<String> calls = calls();
    return calls.get(calls.size() - 1);
  }

  /** Rehearsals wait until {@link #letGo}. */
  void hold() throws IOException {
    Files.createFile(java.resolve("wait"));
  }

  void letGo() throws IOException {
    Files.deleteIfExists(java.resolve("wait"));
  }

  void makeRehearsalsFail() throws IOException {
    Files.createFile(java.resolve("fails"));
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

  /** Starts the launcher behind a prefix of other commands. */
  Started start(List<String> prefix, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(root.resolve("rdmadump").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("XDG_CACHE_HOME");
    builder.environment().remove("HOME");
    // They would make Java say on standard error that it saw them.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().put("JAVA_HOME", java.toString());
    builder.environment().putAll(environment);
    Path err = Files.createTempFile(java, "err", ".txt");
    builder.redirectError(err.toFile());
    return new Started(builder.start(), err);
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
      for (Class<?> part : PARTS) {
        Path source = source(part);
        if (Files.isDirectory(source)) {
          packFolder(source, out);
        } else {
          packJar(source, out);
        }
      }
    }
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
          .filter(file -> file.toString().endsWith(".class") && !isDescriptor(file.toString()))
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
        if (name.endsWith(".class") && !name.startsWith("META-INF/") && !isDescriptor(name)) {
          out.putNextEntry(new JarEntry(name));
          try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            in.transferTo(out);
          }
        }
      }
    }
  }

  private static boolean isDescriptor(String name) {
    return name.endsWith("module-info.class");
  }
}
