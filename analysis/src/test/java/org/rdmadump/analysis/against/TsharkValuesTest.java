package org.rdmadump.analysis.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.testing.Needs;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrSchema;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The numbers of procedures, operations, statuses and attributes are those of tshark's own lists,
 * under the same names, but for what {@code docs/tshark-nfs-differences.md} lists.
 */
class TsharkValuesTest {
  private static final int MOST_PROCEDURES = 64;
  private static final long CALLBACK = RpcPrograms.FIRST_TRANSIENT;

  /** Names by number, by what the list is of. */
  private final Map<String, Map<Long, String>> lists = new TreeMap<>();

  @TempDir Path folder;

  @Test
  void shouldDifferOnlyAsDocumented() throws Exception {
    Needs.tshark();
    readGlossary();
    List<String> differences = new ArrayList<>();
    procedures(differences);
    XdrSchema nfs4 = Protocols.load("nfs4");
    compare("nfs.opcode", names(operations(nfs4, RpcPrograms.NFS, 4)), differences);
    compare("nfs.cb.operation", names(operations(nfs4, CALLBACK, 1)), differences);
    XdrType results = nfs4.procedure(RpcPrograms.NFS, 4, 1).orElseThrow().results().type();
    compare("nfs.nfsstat4", names(results.field(results.indexOf("status"))), differences);
    compare("nfs.attr", names(nfs4.type("fattr4_value").discriminant()), differences);
    compare("nfs.layouttype", names(nfs4.type("layout_body4").discriminant()), differences);
    compare(
        "nfs.status3",
        names(Protocols.load("nfs3").type("GETATTR3res").discriminant()),
        differences);
    compare(
        "mount.status",
        names(Protocols.load("mount3").type("mountres3").discriminant()),
        differences);

    assertThat(new TreeSet<>(differences))
        .isEqualTo(new TreeSet<>(KnownDifferences.read().ofValues()));
  }

  private void procedures(List<String> differences) {
    String[][] fields = {
      {"nfs", "100003", "2", "3"},
      {"mount", "100005", "1", "2", "3"},
      {"nlm", "100021", "1", "2", "3", "4"},
      {"stat", "100024", "1"},
      {"nfsacl", "100227", "2", "3"},
      {"portmap", "100000", "2", "3", "4"}
    };
    for (String[] field : fields) {
      for (int i = 2; i < field.length; i++) {
        Map<Long, String> ours = new HashMap<>();
        for (long number = 0; number < MOST_PROCEDURES; number++) {
          long of = number;
          RpcPrograms.procedureName(Long.parseLong(field[1]), Long.parseLong(field[i]), number)
              .ifPresent(name -> ours.put(of, name));
        }
        assertThat(ours).isNotEmpty();
        compare(field[0] + ".procedure_v" + field[i], ours, differences);
      }
    }
  }

  /** What the operations of a compound are chosen by. */
  private static XdrField operations(XdrSchema schema, long program, long version) {
    XdrType compound = schema.procedure(program, version, 1).orElseThrow().arguments().type();
    XdrField array = compound.field(compound.indexOf("argarray"));
    return array.type().element().type().discriminant();
  }

  private static Map<Long, String> names(XdrField field) {
    XdrNames names = field.names().orElseThrow();
    Map<Long, String> all = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      all.put(names.valueAt(i), names.nameAt(i));
    }
    return all;
  }

  private void compare(String field, Map<Long, String> ours, List<String> differences) {
    Map<Long, String> theirs = lists.getOrDefault(field, Map.of());
    assertThat(theirs).as(field).isNotEmpty();
    TreeSet<Long> numbers = new TreeSet<>(ours.keySet());
    numbers.addAll(theirs.keySet());
    for (Long number : numbers) {
      String their = theirs.getOrDefault(number, "");
      String our = ours.getOrDefault(number, "");
      if (their.isEmpty() || our.isEmpty() || !Named.ends(our, their)) {
        differences.add(
            KnownDifferences.VALUE
                + field
                + " "
                + number
                + ": "
                + named(their)
                + " is "
                + named(our));
      }
    }
  }

  private static String named(String name) {
    return name.isEmpty() ? "nothing" : name;
  }

  /** Lines such as {@code V, nfs.opcode, 25, READ} with tabs between. */
  private void readGlossary() throws Exception {
    for (String line : new Tshark(folder).glossary("values")) {
      String[] parts = line.split("\t", -1);
      if (parts[0].equals("V") && parts.length > 3 && parts[2].matches("[0-9]+")) {
        lists
            .computeIfAbsent(parts[1], field -> new HashMap<>())
            .putIfAbsent(Long.parseLong(parts[2]), parts[3]);
      }
    }
  }
}
