package org.rdmadump.nvme;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of NVMe queues: NVM Express base specification 1.4 chapter 4, over Fabrics 1.1. */
class NvmeEntriesTest {
  private static final int TRIALS = 5000;

  private final SplittableRandom random = new SplittableRandom(4420);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void shouldNameWhateverASubmissionEntryHolds() {
    for (int i = 0; i < TRIALS; i++) {
      byte[] bytes = bytes(SubmissionEntry.LENGTH);
      SubmissionEntry entry = SubmissionEntry.read(bytes);

      assertThat(entry.identifier()).isEqualTo((bytes[2] & 0xff) | (bytes[3] & 0xff) << 8);
      for (CommandSet set : CommandSet.values()) {
        assertThat(CommandNames.name(entry, set)).isNotBlank();
      }
      SglDescriptor where = entry.descriptor();
      assertThat(where.length()).isBetween(0L, (1L << 32) - 1);
      assertThat(where.isKeyed() && where.isInCapsule()).isFalse();
      assertThat(entry.isToController() || entry.isFromController())
          .as("data in both directions aside")
          .isEqualTo(entry.hasData() && ((entry.isFabrics() ? bytes[4] : bytes[0]) & 3) != 3);
    }
  }

  /**
   * A Read of two blocks, of all of a large one, Get Log Page, and what could be both or neither.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 0x00000040, 1, 1024, IO",
    "1, 0x00000040, 0, 4096, IO",
    "0xffffffff, 0x007f0002, 0, 512, ADMIN",
    "0, 0x03ff0070, 0, 4096, ADMIN",
    "1, 0x007f0002, 0, 512, UNKNOWN",
    "1, 0x00000000, 0, 100, UNKNOWN",
    "0xffffffff, 0x00000000, 0, 512, UNKNOWN",
  })
  void shouldTellAReadFromALogPageByItsLength(
      String namespace, String dword10, int dword12, int length, CommandSet set) {
    ByteBuffer bytes = ByteBuffer.allocate(SubmissionEntry.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(0, (byte) 2).putInt(4, Long.decode(namespace).intValue());
    bytes
        .putInt(32, length)
        .put(39, (byte) 0x40)
        .putInt(40, Long.decode(dword10).intValue())
        .putInt(48, dword12);

    assertThat(SubmissionEntry.read(bytes.array()).onlySet())
        .isEqualTo(set == CommandSet.UNKNOWN ? Optional.empty() : Optional.of(set));
  }

  @Test
  void shouldNameWhateverACompletionEntryHolds() {
    for (int i = 0; i < TRIALS; i++) {
      CompletionEntry entry = CompletionEntry.read(bytes(CompletionEntry.LENGTH));

      assertThat(entry.codeType()).isBetween(0, 7);
      assertThat(entry.code()).isBetween(0, 255);
      assertThat(entry.isSuccess()).isEqualTo(entry.codeType() == 0 && entry.code() == 0);
      assertThat(StatusNames.name(entry, i % 2 == 0)).isNotBlank();
      assertThat(StatusNames.nameWithoutCommand(entry)).isNotBlank();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0x82, Attempted Write to Read Only Range, Connect Invalid Parameters, command specific status 0x82",
    "1, 0x90, Discover Restart, Discover Restart, command specific status 0x90",
    "0, 0x80, LBA Out of Range, LBA Out of Range, LBA Out of Range",
    "2, 0x80, Write Fault, Write Fault, Write Fault"
  })
  void shouldNameAStatusByItsCommand(
      int type, String code, String ofCommand, String ofFabrics, String unknown) {
    byte[] bytes = new byte[CompletionEntry.LENGTH];
    int status = (type << 8 | Integer.decode(code)) << 1;
    bytes[14] = (byte) status;
    bytes[15] = (byte) (status >> 8);
    CompletionEntry entry = CompletionEntry.read(bytes);

    assertThat(StatusNames.name(entry, false)).isEqualTo(ofCommand);
    assertThat(StatusNames.name(entry, true)).isEqualTo(ofFabrics);
    assertThat(StatusNames.nameWithoutCommand(entry)).isEqualTo(unknown);
  }

  @Test
  void shouldReadPrivateDataThatIsWholeOnly() {
    byte[] whole = new byte[32];
    whole[2] = 3;
    whole[4] = 32;
    for (int length = 0; length < whole.length; length++) {
      assertThat(QueueRequest.read(ByteBuffer.wrap(Arrays.copyOf(whole, length)).slice()))
          .as("%d bytes", length)
          .isEmpty();
    }
    assertThat(QueueRequest.read(ByteBuffer.wrap(whole))).contains(new QueueRequest(3, 32, 0, 0));
    for (int i = 0; i < TRIALS; i++) {
      assertThat(QueueRequest.read(ByteBuffer.wrap(bytes(random.nextInt(200))))).isEmpty();
    }
  }
}
