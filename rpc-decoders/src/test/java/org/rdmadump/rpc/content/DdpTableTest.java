package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/** The page of DDP-eligible items has those that are declared, and no others. */
class DdpTableTest {
  private static final Path PAGE = Path.of("..", "docs", "ddp-eligible.md");
  private static final int MOST_VERSION = 4;
  private static final int MOST_PROCEDURE = 64;

  private final RpcProtocols protocols = new RpcProtocols();

  @Test
  void shouldListWhatIsDeclared() throws IOException {
    List<String> listed =
        Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| NFS")).toList();

    assertThat(declared()).isEqualTo(listed);
  }

  private List<String> declared() {
    List<String> rows = new ArrayList<>();
    for (long program = RpcPrograms.PORTMAP; program <= RpcPrograms.NFS_ACL; program++) {
      versions(program, rows);
    }
    versions(RpcPrograms.FIRST_TRANSIENT, rows);
    return rows;
  }

  private void versions(long program, List<String> rows) {
    for (int version = 1; version <= MOST_VERSION; version++) {
      for (int number = 0; number <= MOST_PROCEDURE; number++) {
        String name = RpcPrograms.programName(program).orElse("") + " " + version;
        protocols
            .procedure(program, version, number)
            .ifPresent(
                procedure -> {
                  String row = "| " + name + " | " + procedure.name() + " | ";
                  Items arguments = new Items(row + "Read chunk | `", rows);
                  arguments.add(procedure.arguments(), "", false);
                  Items results = new Items(row + "Write chunk | `", rows);
                  results.add(procedure.results(), "", false);
                  assertThat(arguments.slots).as("%s: slots of arguments", row).isZero();
                  assertThat(results.slots).as("%s: items and slots", row).isEqualTo(results.found);
                });
      }
    }
  }

  /** The items of a type, each type of a chain once. */
  private static final class Items {
    private final String row;
    private final List<String> rows;
    private final Set<XdrType> under = new HashSet<>();
    private int slots;
    private int found;

    Items(String row, List<String> rows) {
      this.row = row;
      this.rows = rows;
    }

    void add(XdrField field, String path, boolean inSlot) {
      if (field.isDdpSlot()) {
        assertThat(inSlot).as("slot inside of a slot: %s", path).isFalse();
        slots++;
      }
      boolean slot = inSlot || field.isDdpSlot();
      if (field.isDdpEligible()) {
        found++;
        assertThat(slot).as("%s%s", row, path).isEqualTo(row.contains("Write chunk"));
        rows.add(row + path + "` |");
      }
      XdrType type = field.type();
      if (!under.add(type)) {
        return;
      }
      switch (type.kind()) {
        case STRUCT, UNION -> {
          for (int i = 0; i < type.fieldCount(); i++) {
            XdrField inside = type.field(i);
            add(inside, path.isEmpty() ? inside.name() : path + "." + inside.name(), slot);
          }
        }
        case ARRAY, FIXED_ARRAY, LIST, OPTIONAL -> add(type.element(), path, slot);
        default -> {
          // Has nothing inside.
        }
      }
      under.remove(type);
    }
  }
}
