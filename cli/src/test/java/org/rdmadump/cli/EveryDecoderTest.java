package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Every decoder in the jar, found by its static method {@code read}: no input of any length makes
 * it throw or look behind the end. The tests of each say besides what it makes of a cut.
 */
class EveryDecoderTest {
  /** One class of each module. */
  private static final List<Class<?>> MODULES =
      List.of(Frame.class, Bth.class, TaggedHeader.class, RpcHeader.class, CaptureDecoder.class);

  /**
   * Those that read what another decoder hands them, and the test that cuts them. A new one is
   * entered here with its test, or found below.
   */
  private static final Map<String, String> ELSEWHERE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("ZstdFrameHeader(CompressedInput)", "DamagedCompressionTest"),
              Map.entry("PcapngInterface(PcapngBlock, int)", "PcapngReaderTest"),
              Map.entry("ErspanHeader(ByteBuffer, int, boolean)", "TunnelsTest"),
              Map.entry("GssCredential(XdrReader)", "RpcHeaderTest"),
              Map.entry("CompletionEntry(byte[])", "NvmeEntriesTest"),
              Map.entry("QueueRequest(ByteBuffer)", "NvmeEntriesTest"),
              Map.entry("SglDescriptor(byte[], int)", "NvmeEntriesTest"),
              Map.entry("SubmissionEntry(byte[])", "NvmeEntriesTest"),
              Map.entry(
                  "Nfs4Compound(Kind, XdrStruct, Nfs4Compound, OptionalLong)",
                  "Nfs4CompoundTest")));

  private static final List<Class<?>> FIXED = List.of(ByteBuffer.class, int.class);
  private static final List<Class<?>> BOUNDED = List.of(ByteBuffer.class, int.class, int.class);
  private static final List<Class<?>> MESSAGE = List.of(Rope.class);

  private static final int LONGEST = 300;
  private static final int TRIALS = 40;

  private final SplittableRandom random = new SplittableRandom(1);

  /** A decoder; its name is that of its class. */
  record Decoder(Method read) {
    Object of(Object... arguments) {
      try {
        return read.invoke(null, arguments);
      } catch (InvocationTargetException e) {
        throw new AssertionError(this + " of " + Arrays.toString(arguments), e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    List<Class<?>> parameters() {
      return List.of(read.getParameterTypes());
    }

    int length() throws ReflectiveOperationException {
      Field length = read.getDeclaringClass().getDeclaredField("LENGTH");
      length.setAccessible(true);
      return length.getInt(null);
    }

    String signature() {
      List<String> types = parameters().stream().map(Class::getSimpleName).toList();
      return read.getDeclaringClass().getSimpleName() + "(" + String.join(", ", types) + ")";
    }

    @Override
    public String toString() {
      return read.getDeclaringClass().getSimpleName();
    }
  }

  private static List<Decoder> all() throws Exception {
    List<Decoder> all = new ArrayList<>();
    for (Class<?> module : MODULES) {
      for (String name : classes(module)) {
        for (Method method : Class.forName(name).getDeclaredMethods()) {
          if (method.getName().equals("read")
              && Modifier.isStatic(method.getModifiers())
              && !method.isSynthetic()) {
            method.setAccessible(true);
            all.add(new Decoder(method));
          }
        }
      }
    }
    all.sort(Comparator.comparing(Decoder::signature));
    return all;
  }

  /** The names of all classes that lie where a class lies: in a folder or a jar. */
  private static List<String> classes(Class<?> one)
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path where = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(where)) {
      return classesIn(where);
    }
    try (FileSystem jar = FileSystems.newFileSystem(where)) {
      return classesIn(jar.getPath("/"));
    }
  }

  private static List<String> classesIn(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  private static List<Decoder> reading(List<Class<?>> parameters) throws Exception {
    return all().stream().filter(each -> each.parameters().equals(parameters)).toList();
  }

  static List<Decoder> headers() throws Exception {
    return reading(FIXED);
  }

  static List<Decoder> boundedParts() throws Exception {
    return reading(BOUNDED);
  }

  static List<Decoder> messages() throws Exception {
    return reading(MESSAGE);
  }

  @Test
  void shouldKnowEveryDecoder() throws Exception {
    List<String> others =
        all().stream()
            .filter(each -> !List.of(FIXED, BOUNDED, MESSAGE).contains(each.parameters()))
            .map(Decoder::signature)
            .toList();
    assertThat(others).containsExactlyElementsOf(ELSEWHERE.keySet());
    assertThat(headers())
        .extracting(Decoder::toString)
        .contains("EthernetHeader", "Bth", "Reth", "UntaggedHeader");
    assertThat(boundedParts()).extracting(Decoder::toString).contains("CmMessage");
    assertThat(messages()).extracting(Decoder::toString).contains("RpcHeader", "ParsedHeader");
  }

  /** Whoever reads one of these makes sure that there are so many bytes. */
  @ParameterizedTest
  @MethodSource("headers")
  void shouldReadItsLengthAndNoByteMore(Decoder header) throws Exception {
    int length = header.length();
    for (int trial = 0; trial < TRIALS; trial++) {
      byte[] bytes = bytes(length);
      Object read = header.of(buffer(bytes, length), 0);
      byte[] inside = new byte[length + 20];
      System.arraycopy(bytes, 0, inside, 7, length);
      assertThat(header.of(buffer(inside, inside.length), 7)).isEqualTo(read);
    }
  }

  @ParameterizedTest
  @MethodSource("boundedParts")
  void shouldReadAnyBytesOfAnyLength(Decoder part) {
    // Whoever reads one makes sure that its fixed part is there.
    int least = part.toString().equals("Terminate") ? Terminate.LENGTH : 0;
    for (int length = least; length <= LONGEST; length++) {
      for (int trial = 0; trial < TRIALS; trial++) {
        assertThat(part.of(buffer(bytes(length), length), 0, length)).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadAnyMessageOfAnyLengthWithAnyHole(Decoder message) {
    for (int length = 0; length <= LONGEST; length++) {
      for (int trial = 0; trial < TRIALS; trial++) {
        byte[] bytes = bytes(length);
        int hole = random.nextInt(length + 1);
        int behind = random.nextInt(length - hole + 1);
        Rope cut =
            Rope.builder()
                .add(bytes, 0, hole)
                .addHole(1 + random.nextInt(100), Absence.TRUNCATED)
                .add(bytes, length - behind, behind)
                .build();
        assertThat(message.of(Rope.of(bytes))).isNotNull();
        assertThat(message.of(cut)).isNotNull();
      }
    }
  }

  /** Words of XDR, mostly small. */
  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    boolean small = random.nextInt(4) > 0;
    for (int i = 0; i < length; i++) {
      boolean any = !small || i < Integer.BYTES || random.nextInt(50) == 0;
      bytes[i] = (byte) (any ? random.nextInt() : i % 4 == 3 ? random.nextInt(4) : 0);
    }
    return bytes;
  }

  private static ByteBuffer buffer(byte[] bytes, int length) {
    return ByteBuffer.allocateDirect(length).put(0, bytes, 0, length);
  }
}
