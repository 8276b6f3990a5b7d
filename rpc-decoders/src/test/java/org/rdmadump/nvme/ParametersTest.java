package org.rdmadump.nvme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command dwords by the names of the specifications. */
class ParametersTest {
  private static SubmissionEntry entry(int opcode, int type, int dword, int value) {
    byte[] bytes = new byte[SubmissionEntry.LENGTH];
    bytes[0] = (byte) opcode;
    bytes[4] = (byte) type;
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[dword * Integer.BYTES + i] = (byte) (value >>> (i * Byte.SIZE));
    }
    return SubmissionEntry.read(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "io, 0x02, 0, 10, 0x12345678, SLBA 305419896",
    "io, 0x02, 0, 11, 0x00000001, SLBA 4294967296",
    "io, 0x02, 0, 12, 0xfc000007, 'NLB 7, PRINFO 15, FUA 1, LR 1'",
    "io, 0x01, 0, 13, 0xabcd0003, 'DSM 3, DSPEC 43981'",
    "io, 0x09, 0, 11, 0x00000004, AD 1",
    "admin, 0x09, 0, 10, 0x80000007, 'FID 7, SV 1'",
    "admin, 0x0a, 0, 10, 0x0000010f, 'FID 15, SEL 1'",
    "admin, 0x06, 0, 10, 0x00020001, 'CNS 1, CNTID 2'",
    "admin, 0x02, 0, 10, 0x03ff8070, 'LID 112, RAE 1, NUMDL 1023'",
    "fabrics, 0x7f, 1, 10, 0x00010000, QID 1",
    "fabrics, 0x7f, 1, 12, 0x0000ea60, KATO 60000",
    "fabrics, 0x7f, 4, 11, 0x0000001c, OFST 28",
    "io, 0x99, 0, 15, 0xffffffff, CDW15 4294967295",
    "unknown, 0x02, 0, 12, 0x00000007, CDW12 7"
  })
  void shouldNameTheParts(
      String set, String opcode, int type, int dword, String value, String named) {
    SubmissionEntry entry =
        entry(Integer.decode(opcode), type, dword, Long.decode(value).intValue());
    CommandSet of =
        List.of(CommandSet.values()).stream()
            .filter(each -> each.label().equals(set))
            .findFirst()
            .orElseThrow();

    String seen =
        Parameters.of(entry, of).stream()
            .filter(each -> each.value() != 0)
            .map(each -> each.name() + " " + each.value())
            .collect(Collectors.joining(", "));

    assertThat(seen).isEqualTo(named);
  }

  @Test
  void shouldNameEachPartOfACommandOnce() {
    SplittableRandom random = new SplittableRandom(10);
    for (CommandSet set : CommandSet.values()) {
      for (int opcode = 0; opcode < 256; opcode++) {
        SubmissionEntry entry = entry(opcode, opcode, 10 + random.nextInt(6), random.nextInt());
        List<Parameter> parameters = Parameters.of(entry, set);

        Set<String> names = new HashSet<>();
        parameters.forEach(each -> assertThat(names.add(each.name())).isTrue());
      }
    }
  }
}
