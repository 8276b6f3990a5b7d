package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.rpc.content.RpcProtocols;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrType;

/** What JSON adds to the results of an operation, and what these have themselves. */
class AddedKeysTest {
  private static final Set<String> ADDED =
      Set.of("op", "fh", "saved_fh", "path", "filename", "new_path", "status");
  private static final long[] PROGRAMS = {100003, 100227, 0x40000000L};
  private static final int MOST_VERSION = 4;
  private static final int MOST_PROCEDURE = 30;

  private final List<String> taken = new ArrayList<>();

  @Test
  void shouldNotTakeTheNameOfAResult() {
    RpcProtocols protocols = new RpcProtocols();
    for (long program : PROGRAMS) {
      for (int version = 1; version <= MOST_VERSION; version++) {
        for (int number = 0; number <= MOST_PROCEDURE; number++) {
          Optional<XdrProcedure> procedure = protocols.procedure(program, version, number);
          procedure.ifPresent(each -> results(each.results().type()));
        }
      }
    }

    assertThat(taken).isEmpty();
  }

  private void results(XdrType type) {
    for (int i = 0; hasFields(type) && i < type.fieldCount(); i++) {
      XdrField field = type.field(i);
      if (field.type().kind() == XdrType.Kind.ARRAY && hasFields(field.type().element().type())) {
        results(field.type().element().type());
      } else if (ADDED.contains(field.name()) && !ResultStatus.isStatus(field)) {
        taken.add(type + "." + field);
      } else if (type.kind() == XdrType.Kind.UNION) {
        results(field.type());
      }
    }
  }

  private static boolean hasFields(XdrType type) {
    return type.kind() == XdrType.Kind.STRUCT || type.kind() == XdrType.Kind.UNION;
  }
}
