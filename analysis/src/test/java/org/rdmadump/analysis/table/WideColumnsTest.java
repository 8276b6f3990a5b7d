package org.rdmadump.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.NvmeCapsule;
import org.rdmadump.rpcrdma.NvmeExchange;

/** Numbers that a peer can make so large that they are no signed integers of 64 bits. */
class WideColumnsTest {
  private static final byte READ = 2;

  @Test
  void shouldHaveAnUnsignedColumnOfEachThatACommandCanHave() throws FilterException {
    NvmeExchange command = ofOnes();

    for (ReadColumn<NvmeExchange> each : NvmeColumns.all()) {
      String name = each.column().name();
      Field<NvmeExchange> field = NvmeFields.registry().find(name).orElseThrow();
      if (field.type() == FieldType.UNSIGNED) {
        boolean isLarge =
            Filter.of(name + " > 9223372036854775807", NvmeFields.registry()).matches(command);
        assertThat(each.column().type() == ColumnType.UNSIGNED).as(name).isEqualTo(isLarge);
      }
    }
  }

  /** A command to read, every other bit of which is set. */
  private static NvmeExchange ofOnes() {
    byte[] entry = new byte[SubmissionEntry.LENGTH];
    Arrays.fill(entry, (byte) 0xff);
    entry[0] = READ;
    byte[] completion = new byte[CompletionEntry.LENGTH];
    Arrays.fill(completion, (byte) 0xff);
    return new NvmeExchange(
        1,
        1,
        Transport.ROCEV2,
        Sample.CLIENT,
        Sample.SERVER,
        OptionalInt.of(1),
        CommandSet.IO,
        Optional.of(new NvmeCapsule<>(SubmissionEntry.read(entry), 1, 1, 1, 1)),
        Optional.of(new NvmeCapsule<>(CompletionEntry.read(completion), 2, 2, 2, 2)),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        0);
  }
}
