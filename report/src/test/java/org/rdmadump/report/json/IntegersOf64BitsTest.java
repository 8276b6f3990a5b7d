package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.content.RpcProtocols;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrType;

/** The table of docs/json.md has every declared integer of 64 bits, in the form that it has. */
class IntegersOf64BitsTest {
  private static final Path PAGE = Path.of("..", "docs", "json.md");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");
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

  private final Map<String, Set<String>> declared = new TreeMap<>();
  private final Set<Object> seen = new HashSet<>();

  @Test
  void shouldHaveEveryIntegerInTheTable() throws IOException {
    RpcProtocols protocols = new RpcProtocols();
    for (long program : PROGRAMS) {
      for (int version = 1; version <= MOST_VERSION; version++) {
        for (int number = 0; number <= MOST_PROCEDURE; number++) {
          Optional<XdrProcedure> procedure = protocols.procedure(program, version, number);
          if (procedure.isPresent()) {
            collect(procedure.get().arguments(), "");
            collect(procedure.get().results(), "");
          }
        }
      }
    }

    assertThat(declared).isEqualTo(documented());
    Set<String> both = new HashSet<>(declared.getOrDefault("integer", Set.of()));
    both.retainAll(declared.getOrDefault("string, decimal", Set.of()));
    assertThat(both).isEmpty();
  }

  private void collect(XdrField field, String around) {
    String name = field.name().isEmpty() ? around : field.name();
    XdrType type = field.type();
    switch (type.kind()) {
      case HYPER, UNSIGNED_HYPER ->
          declared.computeIfAbsent(form(field), any -> new TreeSet<>()).add(name);
      case STRUCT, UNION -> {
        if (!XdrTime.isTime(field) && seen.add(type)) {
          for (int i = 0; i < type.fieldCount(); i++) {
            collect(type.field(i), name);
          }
        }
      }
      case ARRAY, FIXED_ARRAY, LIST, OPTIONAL -> collect(type.element(), name);
      default -> held(field, name);
    }
  }

  private void held(XdrField field, String name) {
    if (field.hold() == XdrHold.VALUE) {
      collect(field.held(), name);
    } else if (field.hold() != XdrHold.NOTHING && seen.add(field.heldUnion())) {
      for (int i = 0; i < field.heldUnion().fieldCount(); i++) {
        collect(field.heldUnion().field(i), name);
      }
    }
  }

  private static String form(XdrField field) {
    return switch (new JsonPlace(field).shape) {
      case INTEGER, UNSIGNED_HYPER -> "integer";
      case ID -> "string, decimal";
      case TEXT -> "string, hexadecimal";
      default -> "not decided";
    };
  }

  private static Map<String, Set<String>> documented() throws IOException {
    Map<String, Set<String>> table = new TreeMap<>();
    boolean inTable = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("#")) {
        inTable = line.endsWith("Integers of 64 bits");
      }
      String[] cells = line.split(" *\\| *", -1);
      if (inTable && cells.length > 3 && line.contains("`")) {
        Matcher names = NAME.matcher(cells[2]);
        while (names.find()) {
          table.computeIfAbsent(cells[1], any -> new TreeSet<>()).add(names.group(1));
        }
      }
    }
    return table;
  }
}
