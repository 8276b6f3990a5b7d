package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.build.NvmeCapsules;
import org.rdmadump.rpcrdma.build.NvmeDecoded;

/** What descriptors of commands say of data: NVM Express 1.4 section 4.4, NVMe over Fabrics 2.3. */
class NvmeSglTest {
  private static final int WRITE = 1;
  private static final int READ = 2;
  private static final int SEGMENT = 2;
  private static final int LAST_SEGMENT = 3;
  private static final int OFFSET = 1;
  private static final int KEY = 0x1201;
  private static final long ADDRESS = 0x7000_0000L;
  private static final int PAGE = 4096;

  private final Conversation wire =
      Conversation.between("192.0.2.1", "192.0.2.2")
          .port(4420)
          .connect(NvmeCapsules.privateData(1), new byte[32]);
  private final byte[] first = new byte[PAGE];
  private final byte[] second = new byte[512];

  NvmeSglTest() {
    SplittableRandom random = new SplittableRandom(44);
    random.nextBytes(first);
    random.nextBytes(second);
  }

  private NvmeExchange only() {
    return NvmeDecoded.of(wire.capture().source()).only();
  }

  private static List<String> rules(NvmeExchange exchange) {
    return exchange.findings().stream().map(Finding::rule).map(rule -> rule.name()).toList();
  }

  private void respond() {
    wire.server().send(NvmeCapsules.response(7, 0, 0));
  }

  private void shouldHaveBoth(NvmeExchange command) {
    assertThat(command.findings()).isEmpty();
    assertThat(command.transfers()).hasSize(2);
    assertThat(command.data().orElseThrow().sha256())
        .contains(NvmeTest.sha256(NvmeCapsules.concatenated(first, second)));
  }

  private byte[] twoKeyed() {
    return NvmeCapsules.concatenated(
        NvmeCapsules.keyedDescriptor(ADDRESS + PAGE, PAGE, KEY),
        NvmeCapsules.keyedDescriptor(ADDRESS, 512, KEY + 1));
  }

  @Test
  void shouldPutTogetherWhatTheDescriptorsOfTheLastSegmentName() {
    // given a list of two descriptors in the capsule, as SPDK sends it
    wire.client()
        .send(
            NvmeCapsules.described(
                READ, 7, NvmeCapsules.descriptor(LAST_SEGMENT, OFFSET, 0, 32), twoKeyed()));
    wire.server().write(KEY + 1, ADDRESS, second);
    wire.server().write(KEY, ADDRESS + PAGE, first);
    respond();

    shouldHaveBoth(only());
  }

  @Test
  void shouldFollowOneSegmentToTheNext() {
    byte[] list =
        NvmeCapsules.concatenated(
            NvmeCapsules.keyedDescriptor(ADDRESS + PAGE, PAGE, KEY),
            NvmeCapsules.descriptor(LAST_SEGMENT, OFFSET, 32, 16),
            NvmeCapsules.keyedDescriptor(ADDRESS, 512, KEY + 1));
    wire.client()
        .send(
            NvmeCapsules.described(READ, 7, NvmeCapsules.descriptor(SEGMENT, OFFSET, 0, 32), list));
    wire.server().write(KEY, ADDRESS + PAGE, first);
    wire.server().write(KEY + 1, ADDRESS, second);
    respond();

    shouldHaveBoth(only());
  }

  @Test
  void shouldJoinDataOfTheCapsuleAndOfMemory() {
    // given the first part of the data behind the list, and the second in memory
    byte[] list =
        NvmeCapsules.concatenated(
            NvmeCapsules.descriptor(0, OFFSET, 32, PAGE),
            NvmeCapsules.keyedDescriptor(ADDRESS, 512, KEY));
    wire.client()
        .send(
            NvmeCapsules.described(
                WRITE, 7, NvmeCapsules.descriptor(LAST_SEGMENT, OFFSET, 0, 32), list, first));
    wire.server().read(KEY, ADDRESS, second);
    respond();

    NvmeExchange write = only();

    assertThat(write.findings()).isEmpty();
    assertThat(write.data().orElseThrow().sha256())
        .contains(NvmeTest.sha256(NvmeCapsules.concatenated(first, second)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 512, 'an SGL descriptor of type 0x0, subtype 0x0'",
    "5, 10, 0, 512, 'an SGL descriptor of type 0x5, subtype 0xa'",
    "4, 3, 0, 512, 'an SGL descriptor of type 0x4, subtype 0x3'",
    "15, 0, 0, 512, 'an SGL descriptor of type 0xf, subtype 0x0'",
    "3, 0, 0, 16, an SGL segment outside of the capsule",
    "3, 1, 0, 20, an SGL segment of 20 bytes",
    "3, 1, 64, 16, an SGL segment beyond the end of the capsule",
    "2, 1, 0, 16, an SGL segment that ends without a descriptor of the next"
  })
  void shouldSayWhatItDoesNotDecode(int type, int subtype, long address, int length, String what) {
    // given a descriptor, and 32 bytes of data behind the entry
    wire.client()
        .send(
            NvmeCapsules.described(
                WRITE,
                7,
                NvmeCapsules.descriptor(type, subtype, address, length),
                NvmeCapsules.keyedDescriptor(ADDRESS, 512, KEY),
                new byte[16]));
    respond();

    NvmeExchange write = only();

    assertThat(rules(write)).containsExactly(NvmeRules.SGL_NOT_DECODED.name());
    assertThat(write.findings().get(0).message()).endsWith(what);
    assertThat(write.data()).isEmpty();
  }

  @Test
  void shouldEndWithASegmentThatPointsToItself() {
    wire.client()
        .send(
            NvmeCapsules.described(
                WRITE,
                7,
                NvmeCapsules.descriptor(SEGMENT, OFFSET, 0, 16),
                NvmeCapsules.descriptor(SEGMENT, OFFSET, 0, 16)));
    respond();

    assertThat(only().findings().get(0).message()).endsWith("more than 1024 SGL descriptors");
  }

  @ParameterizedTest
  @CsvSource({"512, 1", "1, 512", "-1, 16", "9223372036854775807, 512", "0, 513"})
  void shouldSayThatDataIsBeyondTheCapsule(long address, int length) {
    // given data of which 512 bytes are in the capsule
    wire.client()
        .send(
            NvmeCapsules.described(
                WRITE, 7, NvmeCapsules.descriptor(0, OFFSET, address, length), second));
    respond();

    assertThat(rules(only())).containsExactly(NvmeRules.BEYOND_CAPSULE.name());
  }

  @Test
  void shouldReadNothingForABitBucket() {
    // given a read of which the controller drops the second half
    byte[] list =
        NvmeCapsules.concatenated(
            NvmeCapsules.keyedDescriptor(ADDRESS, PAGE, KEY),
            NvmeCapsules.descriptor(1, 0, 0, PAGE));
    wire.client()
        .send(
            NvmeCapsules.described(
                READ, 7, NvmeCapsules.descriptor(LAST_SEGMENT, OFFSET, 0, 32), list));
    wire.server().write(KEY, ADDRESS, first);
    respond();

    NvmeExchange read = only();

    assertThat(read.findings()).isEmpty();
    assertThat(read.data().orElseThrow().sha256()).contains(NvmeTest.sha256(first));
  }
}
