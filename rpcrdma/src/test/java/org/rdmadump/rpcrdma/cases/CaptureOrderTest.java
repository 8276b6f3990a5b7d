package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.RealCaptures;

/** Frames of real captures in another order than they were sent in, or from two places. */
class CaptureOrderTest {
  /** Where an Ethernet frame with IPv4 has its sender. */
  private static final int SENDER = 14 + 12;

  private static final byte CLIENT = 2;

  @ParameterizedTest
  @CsvSource({
    "iwarp/iwarp-nfs41-loss.pcap, 64, true",
    "iwarp/iwarp-nfs41-loss.pcap, 64, false",
    "iwarp/iwarp-nfs41-loss.pcap, 128, true",
    "iwarp/iwarp-nfs41-crc.pcap, 64, true",
    "iwarp/iwarp-nfs3-acl.pcap, 64, true",
    "iwarp/iwarp-nfs3-acl.pcap, 64, false",
  })
  @DisplayName("two directions that are captured in turns, block by block")
  void shouldJoinDirectionsThatAreCapturedInBlocks(
      String capture, int frames, boolean clientFirst) {
    List<Copied> whole = FrameList.of(capture);

    // when one queue of the adapter is read before the other
    List<Copied> blocks = perDirection(whole, frames, clientFirst);

    // then
    assertThat(Decoded.of(blocks).outlines())
        .containsExactlyInAnyOrderElementsOf(Decoded.of(whole).outlines());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs3-basic", "nfs41-vlan", "nfs42-xattr"})
  @DisplayName("the same over RoCE: each reply has its call")
  void shouldPairWhatIsCapturedInBlocks(String capture) {
    List<Copied> whole = FrameList.of("rocev2/rocev2-" + capture + ".pcap");
    long pairs = pairs(whole);
    for (int frames : new int[] {2, 16, 64, 256}) {
      for (boolean clientFirst : new boolean[] {true, false}) {
        assertThat(pairs(perDirection(whole, frames, clientFirst)))
            .as("blocks of %d, client first: %s", frames, clientFirst)
            .isEqualTo(pairs);
      }
    }
  }

  private static List<Copied> perDirection(List<Copied> whole, int frames, boolean clientFirst) {
    return inBlocks(
        whole,
        frames,
        block -> {
          List<Copied> order = new ArrayList<>();
          block.stream().filter(each -> isClients(each) == clientFirst).forEach(order::add);
          block.stream().filter(each -> isClients(each) != clientFirst).forEach(order::add);
          return order;
        });
  }

  private static boolean isClients(Copied frame) {
    return frame.bytes().length > SENDER + 3 && frame.bytes()[SENDER + 3] == CLIENT;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-acl.pcap",
        "rocev2/rocev2-nfs41-acl.pcap",
        "rocev2/rocev2-nfs41-any-nano.pcap",
        "rocev2/rocev2-nfs41-vlan.pcap",
      })
  @DisplayName("frames that are captured up to seven places late")
  void shouldPairCallsAndRepliesThatAreCapturedALittleLate(String capture) {
    List<Copied> whole = FrameList.of(capture);
    long pairs = pairs(whole);
    for (int seed = 1; seed <= 20; seed++) {
      assertThat(pairs(late(whole, new Random(seed)))).as("seed %d", seed).isEqualTo(pairs);
    }
  }

  private static long pairs(List<Copied> frames) {
    return Decoded.of(frames).messages().stream()
        .filter(message -> message.rpc().isPresent())
        .filter(message -> message.rpc().get().callNumber().isPresent())
        .count();
  }

  /**
   * The frames, some behind as many as seven that were sent later, but not those that set the
   * connection up and try it; with times in their order.
   */
  private static List<Copied> late(List<Copied> frames, Random random) {
    TreeMap<Long, Copied> places = new TreeMap<>();
    for (int i = 0; i < frames.size(); i++) {
      long place = i < 24 ? i : i + random.nextInt(8);
      places.put(place * frames.size() + i, frames.get(i));
    }
    List<Copied> result = new ArrayList<>();
    for (Copied each : places.values()) {
      result.add(each.at(frames.get(result.size()).nanos()));
    }
    return result;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-nfs3-acl.pcap",
        "iwarp/iwarp-nfs41-loss.pcap"
      })
  @DisplayName("frames in an order that no device makes")
  void shouldSurviveAnyOrder(String capture) {
    List<Copied> whole = FrameList.of(capture);
    for (int frames : new int[] {8, 16, 64, 500}) {
      Random random = new Random(frames);
      UnaryOperator<List<Copied>> shuffled =
          block -> {
            Collections.shuffle(block, random);
            return block;
          };
      UnaryOperator<List<Copied>> reversed =
          block -> {
            Collections.reverse(block);
            return block;
          };
      for (UnaryOperator<List<Copied>> order : List.of(shuffled, reversed)) {
        Decoded seen = Decoded.of(inBlocks(whole, frames, order));
        assertThat(seen.summary().frames()).isEqualTo(whole.size());
        assertThat(seen.messages()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs41-reorder.pcap", "iwarp/iwarp-nfs41-reorder.pcap"})
  @DisplayName("what is captured behind the reply takes no time before it")
  void shouldNeverTellOfATimeBelowZero(String capture) {
    List<RpcSummary> replies =
        RealCaptures.decode(capture).messages().stream()
            .flatMap(message -> message.rpc().stream())
            .filter(rpc -> rpc.timing().isPresent())
            .toList();

    assertThat(replies)
        .isNotEmpty()
        .allSatisfy(
            rpc -> {
              RdmaTiming timing = rpc.timing().orElseThrow();
              assertThat(List.of(timing.toFirstRdma(), timing.rdma(), timing.toReply()))
                  .allMatch(part -> part >= 0);
              assertThat(rpc.latencyNanos())
                  .hasValue(timing.toFirstRdma() + timing.rdma() + timing.toReply());
            });
  }

  @Test
  @DisplayName("two places, of which the first shows some packets damaged")
  void shouldTakeTheGoodCopyOfAPacketThatOnePlaceShowsDamaged() {
    // given every twentieth packet with a wrong ICRC in its first copy
    List<Copied> whole = FrameList.of("rocev2/rocev2-nfs3-acl.pcap");
    List<Copied> both = new ArrayList<>();
    int damaged = 0;
    for (int i = 0; i < whole.size(); i++) {
      Copied frame = whole.get(i);
      boolean isBad = i > 20 && i % 20 == 0 && isRoce(frame);
      damaged += isBad ? 1 : 0;
      both.add((isBad ? frame.damaged() : frame).from(1));
      both.add(frame.at(frame.nanos() + 700).from(2));
    }

    // when
    Decoded seen = Decoded.of(both);

    // then
    assertThat(seen.outlines()).containsExactlyInAnyOrderElementsOf(Decoded.of(whole).outlines());
    assertThat(damaged).isGreaterThan(3);
    assertThat(seen.summary().rules().getOrDefault("icrc.mismatch", 0L)).isEqualTo(damaged);
  }

  @Test
  @DisplayName("two links of a bond, over which packets are sent again with the same bytes")
  void shouldKeepWhatABondSendsAgainOverItsOtherLink() {
    // given packets of IPv6, which have no identification, in turn over two links
    List<Copied> once = new ArrayList<>();
    List<Copied> bond = new ArrayList<>();
    for (Copied frame : FrameList.of("rocev2/rocev2-nfs41-ipv6.pcap")) {
      int link = 1 + once.size() % 2;
      once.add(frame);
      bond.add(frame.from(link));
      if (bond.size() > 100 && bond.size() % 20 == 0) {
        once.add(frame.at(frame.nanos() + 400_000));
        bond.add(frame.at(frame.nanos() + 400_000).from(3 - link));
      }
    }

    // when
    Decoded seen = Decoded.of(bond);

    // then
    assertThat(seen.summary().duplicates()).isZero();
    assertThat(seen.outlines()).containsExactlyInAnyOrderElementsOf(Decoded.of(once).outlines());
    assertThat(seen.summary().rules()).isEqualTo(Decoded.of(once).summary().rules());
  }

  /** Whether a frame of Ethernet with IPv4 has UDP to port 4791. */
  private static boolean isRoce(Copied frame) {
    byte[] bytes = frame.bytes();
    return bytes.length > 38 && bytes[36] == 0x12 && bytes[37] == (byte) 0xb7;
  }

  private static List<Copied> inBlocks(
      List<Copied> frames, int size, UnaryOperator<List<Copied>> order) {
    List<Copied> result = new ArrayList<>();
    for (int from = 0; from < frames.size(); from += size) {
      int to = Math.min(frames.size(), from + size);
      List<Copied> block = order.apply(new ArrayList<>(frames.subList(from, to)));
      for (int i = 0; i < block.size(); i++) {
        result.add(block.get(i).at(frames.get(from + i).nanos()));
      }
    }
    return result;
  }
}
