package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.DecodeAs;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;

/** Packets of Sends and RDMA operations, listed one by one where that is asked for. */
class FragmentsTest {
  private static final CaptureOptions WITHOUT =
      new CaptureOptions(false, false, 64L << 20, DecodeAs.USUAL);
  private static final CaptureOptions WITH =
      new CaptureOptions(false, false, 64L << 20, DecodeAs.USUAL, /* keepFragments= */ true);
  private static final CaptureOptions LITTLE =
      new CaptureOptions(false, false, (1L << 20) + 1, DecodeAs.USUAL, /* keepFragments= */ true);

  static List<Path> captures() {
    return Filtered.all();
  }

  private static Path capture(String name) {
    return captures().stream().filter(each -> each.endsWith(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldListAsManyAsAreCountedAndChangeNothingElse(Path file) {
    Decoded with = Decoded.of(Filtered.of(file), WITH);
    Decoded without = Decoded.of(Filtered.of(file), WITHOUT);

    assertThat(with.summary()).isEqualTo(without.summary());
    assertThat(with.messages()).hasSameSizeAs(without.messages());
    for (int i = 0; i < with.messages().size(); i++) {
      RpcMessage listed = with.messages().get(i);
      RpcMessage plain = without.messages().get(i);
      assertThat(plain.sendFragments()).isEmpty();
      assertThat(plain.transfers()).allMatch(each -> each.fragments().isEmpty());
      assertThat(listed.firstFrame()).isEqualTo(plain.firstFrame());
      assertThat(listed.lastFrame()).isEqualTo(plain.lastFrame());
      assertThat(listed.findings()).hasToString(plain.findings().toString());
      assertThat(listed.transfers()).hasSameSizeAs(plain.transfers());
      for (RdmaTransfer each : listed.transfers()) {
        assertThat(each.dataFragments()).hasSize(each.packets());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldSumUpToWhatMoved(Path file) {
    for (RpcExchange exchange : Decoded.of(Filtered.of(file), WITH).exchanges()) {
      for (RdmaTransfer each : exchange.transfers()) {
        long sum = each.dataFragments().stream().mapToLong(RdmaFragment::length).sum();
        assertThat(sum).isGreaterThanOrEqualTo(each.transferred());
      }
    }
  }

  @Test
  void shouldSayTheirPlacesOverRoce() {
    RdmaTransfer read = longestRead(capture("rocev2-nfs41-any-nano.pcap"));

    assertThat(read.fragments())
        .extracting(RdmaFragment::place)
        .startsWith(FragmentPlace.REQUEST, FragmentPlace.FIRST, FragmentPlace.MIDDLE)
        .endsWith(FragmentPlace.MIDDLE, FragmentPlace.LAST);
    assertThat(read.fragments().get(0).length()).isZero();
    assertThat(read.fragments().get(0).psn()).isEqualTo(read.firstPsn());
    assertThat(read.dataFragments().get(3).offset()).isEqualTo(3 * 1024);
    assertThat(read.dataFragments().get(3).psn()).isEqualTo(read.firstPsn() + 3);
  }

  @Test
  void shouldSayTheirPlacesOverIwarp() {
    RdmaTransfer read = longestRead(capture("iwarp-nfs41-crc.pcap"));

    assertThat(read.fragments().get(0).place()).isEqualTo(FragmentPlace.REQUEST);
    assertThat(read.fragments().get(0).length()).isZero();
    assertThat(read.dataFragments().subList(0, read.packets() - 1))
        .allMatch(each -> each.place() == FragmentPlace.MORE && each.psn() == -1);
    assertThat(read.dataFragments().get(read.packets() - 1).place()).isEqualTo(FragmentPlace.LAST);
  }

  private static RdmaTransfer longestRead(Path file) {
    return Decoded.of(Filtered.of(file), WITH).exchanges().stream()
        .flatMap(each -> each.transfers().stream())
        .filter(each -> each.kind() == RdmaTransfer.Kind.READ)
        .reduce((one, other) -> other.length() > one.length() ? other : one)
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldListPacketsOfSends(Path file) {
    for (RpcMessage each : Decoded.of(Filtered.of(file), WITH).messages()) {
      assertThat(each.sendFragments()).isNotEmpty().hasSizeLessThanOrEqualTo(each.sendPackets());
      if (each.sendFragments().size() == each.sendPackets()) {
        assertThat(each.sendFragments().stream().mapToInt(RdmaFragment::length).sum())
            .isEqualTo(each.sendLength());
      }
    }
  }

  @Test
  void shouldListNoMoreThanMemoryHolds() {
    Decoded little = Decoded.of(Filtered.of(capture("rocev2-nfs41-direct.pcap")), LITTLE);

    assertThat(little.messages())
        .flatExtracting(RpcMessage::transfers)
        .allSatisfy(
            each -> assertThat(each.dataFragments().size()).isLessThanOrEqualTo(each.packets()));
  }
}
