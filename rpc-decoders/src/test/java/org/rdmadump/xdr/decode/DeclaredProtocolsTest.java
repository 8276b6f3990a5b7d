package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrSchema;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Random values of every type that the protocols declare, those of included files by way of the
 * procedures.
 */
class DeclaredProtocolsTest {
  private final XdrCheck check = new XdrCheck();

  private static final int VALUES = 12;
  private static final int CUTS = 10;
  private static final int CHANGES = 24;
  private static final int MOST_VERSION = 4;
  private static final int MOST_PROCEDURE = 32;
  private static final long[] PROGRAMS = {
    RpcPrograms.PORTMAP,
    RpcPrograms.NFS,
    RpcPrograms.MOUNT,
    RpcPrograms.NLM,
    RpcPrograms.NSM,
    RpcPrograms.NFS_ACL,
    RpcPrograms.FIRST_TRANSIENT
  };

  @TestFactory
  Stream<DynamicTest> shouldDecodeWhatWasEncoded() {
    return each(this::decodes);
  }

  private void decodes(XdrField type, RandomValue.Encoded value) {
    assertThat(Declared.shown(type, value.bytes())).isEqualTo(value.shown());
  }

  @TestFactory
  Stream<DynamicTest> shouldFindInTheTreeWhatAWalkShows() {
    return each(this::hasTree);
  }

  private void hasTree(XdrField type, RandomValue.Encoded value) {
    XdrValue tree = XdrContent.of(type, value.bytes()).tree();

    assertThat(tree.end()).isEqualTo(value.bytes().length());
    assertThat(TreeTranscript.of(tree) + "COMPLETE\n").isEqualTo(value.shown());
  }

  @TestFactory
  Stream<DynamicTest> shouldShowWhatIsBeforeACut() {
    return each(this::showsBeforeCut);
  }

  private void showsBeforeCut(XdrField type, RandomValue.Encoded value) {
    Random random = new Random(value.shown().hashCode());
    List<String> whole = values(value.shown());
    for (int i = 0; i < CUTS && value.bytes().length() > 0; i++) {
      long cut = random.nextInt((int) value.bytes().length());
      Rope ended = value.bytes().slice(0, cut);
      Rope snapped =
          Rope.builder()
              .add(ended)
              .addHole(value.bytes().length() - cut, Absence.TRUNCATED)
              .build();

      List<String> shown = values(Declared.shown(type, ended));
      assertThat(shown).as("cut at %d", cut).isEqualTo(whole.subList(0, shown.size()));
      assertThat(XdrContent.of(type, ended).check().end()).isNotEqualTo(XdrEnd.COMPLETE);
      XdrOutcome outcome = XdrContent.of(type, snapped).check();
      assertThat(outcome.problems()).isEmpty();
      if (outcome.end() == XdrEnd.COMPLETE && !outcome.holes()) {
        // Nothing but round-up is absent.
        assertThat(values(Declared.shown(type, snapped))).isEqualTo(whole);
      }
      TreeTranscript.of(XdrContent.of(type, ended).tree());
      TreeTranscript.of(XdrContent.of(type, snapped).tree());
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldCheckWhatItWalksOver() {
    return each(this::checksWhatItWalksOver);
  }

  /** A check has the same outcome as a walk, whatever became of a value. */
  private void checksWhatItWalksOver(XdrField type, RandomValue.Encoded value) {
    Random random = new Random(value.shown().hashCode());
    byte[] bytes = value.bytes().toArray(0, value.bytes().length());
    assertChecked(type, bytes);
    for (int i = 0; i < CHANGES && bytes.length > 0; i++) {
      byte[] changed =
          Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(-8, 8) * (i % 2)));
      for (int n = random.nextInt(3); n >= 0 && changed.length > 0; n--) {
        changed[random.nextInt(changed.length)] =
            (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt());
      }
      assertChecked(type, changed);
    }
  }

  private void assertChecked(XdrField type, byte[] bytes) {
    Rope whole = Rope.of(bytes);
    int middle = bytes.length / 2;
    Rope pieces =
        Rope.builder()
            .add(new byte[3])
            .add(bytes, 0, middle)
            .add(whole.slice(middle, bytes.length))
            .build();
    Rope holed =
        Rope.builder().add(bytes, 0, middle).addHole(bytes.length - middle, Absence.LOST).build();
    for (XdrContent content :
        List.of(
            XdrContent.of(type, whole),
            new XdrContent(type, pieces, 3, pieces.length()),
            XdrContent.of(type, holed))) {
      // One check for all, whatever became of those before.
      assertThat(check.run(content)).isEqualTo(content.walk(new XdrVisitor() {}));
    }
  }

  /** The lines of single values. */
  private static List<String> values(String shown) {
    List<String> values = new ArrayList<>();
    for (String line : shown.split("\n", -1)) {
      if (line.contains(" = ")) {
        values.add(line);
      }
    }
    return values;
  }

  private interface Check {
    void of(XdrField type, RandomValue.Encoded value);
  }

  private static Stream<DynamicTest> each(Check check) {
    return Protocols.NAMES.stream().map(name -> dynamicTest(name, () -> check(name, check)));
  }

  /** Structures and unions that can be reached, each once. */
  private static Collection<XdrField> types(XdrSchema schema) {
    Map<String, XdrField> types = new LinkedHashMap<>();
    Set<String> elements = new HashSet<>();
    for (XdrField each : schema.declared()) {
      add(each, types, elements);
    }
    for (long program : PROGRAMS) {
      for (long version = 1; version <= MOST_VERSION; version++) {
        for (long number = 0; number <= MOST_PROCEDURE; number++) {
          Optional<XdrProcedure> procedure = schema.procedure(program, version, number);
          if (procedure.isPresent()) {
            add(procedure.get().arguments(), types, elements);
            add(procedure.get().results(), types, elements);
          }
        }
      }
    }
    return types.values();
  }

  private static void add(XdrField field, Map<String, XdrField> types, Set<String> elements) {
    XdrType type = field.type();
    String name = type.name().isEmpty() ? field.name() + "@" + types.size() : type.name();
    // Elements have no name of their own, and are met in their arrays.
    if (field.isElement() ? !elements.add(name) : types.containsKey(name)) {
      return;
    }
    if (type.fieldCount() > 0 && !field.isElement()) {
      types.put(name, field);
    }
    for (int i = 0; i < type.fieldCount(); i++) {
      add(type.field(i), types, elements);
    }
    switch (type.kind()) {
      case ARRAY, FIXED_ARRAY, LIST, OPTIONAL -> add(type.element(), types, elements);
      default -> {
        // Has no elements.
      }
    }
  }

  @Test
  void shouldReachAllOperationsOfNfsVersion4() {
    assertThat(types(Protocols.load("nfs4")))
        .extracting(each -> each.type().name())
        .contains("OPEN4args", "LAYOUTGET4res", "COPY4res", "GETXATTR4res", "CB_NOTIFY4args")
        .hasSizeGreaterThan(250);
  }

  private static void check(String protocol, Check check) {
    for (XdrField type : types(Protocols.load(protocol))) {
      for (int seed = 0; seed < VALUES; seed++) {
        RandomValue.Encoded value = RandomValue.of(type, new Random(seed));
        try {
          check.of(type, value);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(protocol + ", " + type + ", seed " + seed, e);
        }
      }
    }
  }
}
