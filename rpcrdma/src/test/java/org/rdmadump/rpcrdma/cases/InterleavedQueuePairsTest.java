package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Several connections between the same two adapters, as one mount makes that asks for them, packet
 * by packet in any turn. Their set-up was not captured, their PSNs overlap, each has a source port
 * and a partition of its own and asks for acknowledgements as it likes. Other services are between.
 */
class InterleavedQueuePairsTest {
  private static final int CONNECTIONS = 5;
  private static final int SHARED_MTU = 512;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {256, 512, 1024, 2048, 4096})
  @DisplayName("every path MTU")
  void shouldTellThemApartAtEveryPathMtu(int mtu) {
    for (int seed = 0; seed < 10; seed++) {
      Talk talk = new Talk(mtu, seed);

      talk.shouldBeWhole(Decoded.of(talk.capture));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"ROCE_V2_OTHER_PORT", "ROCE_V2_TUNNEL_PORT"})
  @DisplayName("every form")
  void shouldTellThemApartInEveryForm(Form form) throws IOException {
    Talk talk = new Talk(SHARED_MTU, form.name().length());
    Path file = talk.capture.toPcap(folder.resolve("plain.pcap"));
    Path rewritten = RewrittenCapture.of(file).write(form, folder.resolve(form.fileName()));

    talk.shouldBeWhole(Decoded.of(FrameList.of(rewritten)));
  }

  /** What the connections carry: a WRITE and a READ each, of any length. */
  private static final class Talk {
    private final Capture capture = new Capture();
    private final List<byte[]> data = new ArrayList<>();

    Talk(int mtu, int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      List<List<Packet>> all = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        data.add(Pattern.of(i + seed, 1 + random.nextInt(6 * mtu)));
        all.add(List.copyOf(conversation(mtu, i, random.nextBoolean()).capture().packets()));
      }
      all.add(List.copyOf(asides().capture().packets()));
      int[] next = new int[all.size()];
      long time = Capture.START;
      int left = all.stream().mapToInt(List::size).sum();
      while (left > 0) {
        int turn = random.nextInt(all.size());
        if (next[turn] < all.get(turn).size()) {
          time += 500;
          capture.packets().add(all.get(turn).get(next[turn]++).at(time));
          left--;
        }
      }
    }

    private static Conversation between() {
      return Conversation.between("192.168.77.2", "192.168.77.1").acks(false);
    }

    private Conversation conversation(int mtu, int number, boolean eager) {
      Conversation wire = between().mtu(mtu).acks(eager).udpSourcePort(0xc000 + 77 * number);
      wire.traits(packet -> packet.pKey(0x8001 + number / 2).migReq(number % 2 == 0));
      RpcConversation rpc = RpcConversation.over(wire, each -> {});
      // Equal numbers on both ends of some, neighbours of others.
      rpc.client().qpn(0x100 + number).nextPsn(0xfffffa + number);
      rpc.server().qpn(0x102 + number).nextPsn(0xfffff0 + 2 * number);
      byte[] bytes = data.get(number);
      Segment source = Segment.of(0x1000 + 2 * number, bytes.length);
      Segment sink = Segment.of(0x1001 + 2 * number, bytes.length);
      XdrMessage write = Nfs3.writeCall(xid(number), bytes);
      XdrMessage reply = Nfs3.readReply(xid(number) + 1, bytes);
      rpc.call(reduced(xid(number), write).readChunk(write.position(0), source));
      rpc.call(
          inline(xid(number) + 1, Nfs3.readCall(xid(number) + 1, bytes.length)).writeChunk(sink));
      pull(rpc, source, bytes);
      rpc.push(sink, bytes);
      rpc.reply(reduced(xid(number) + 1, reply).writeChunk(sink));
      rpc.reply(inline(xid(number), Nfs3.writeReply(xid(number), bytes.length)));
      rpc.client().acknowledge(rpc.server().nextPsn() - 1);
      return wire;
    }

    /** Two Reads at once, the first of which ends at a multiple of four. */
    private static void pull(RpcConversation rpc, Segment memory, byte[] bytes) {
      QueuePair server = rpc.server();
      int half = bytes.length / 8 * 4;
      if (half == 0) {
        rpc.pull(memory, bytes);
        return;
      }
      ReadRequest one = server.readRequest(memory.handle(), memory.offset(), half);
      ReadRequest other =
          server.readRequest(memory.handle(), memory.offset() + half, bytes.length - half);
      rpc.client().readResponse(one, Arrays.copyOf(bytes, half));
      rpc.client().readResponse(other, Arrays.copyOfRange(bytes, half, bytes.length));
    }

    /** Other services of the same hosts, and what tells of congestion. */
    private static Conversation asides() {
      Conversation wire = between();
      QueuePair client = wire.client().qpn(0x900);
      QueuePair server = wire.server().qpn(0x901);
      for (int i = 0; i < 12; i++) {
        RocePacket xrc = client.packet(Opcodes.XRC_SEND_ONLY).xrcEth(0x100);
        client.emit(xrc.psn(i).payload(Pattern.of(i, 99)));
        client.emit(client.packet(Opcodes.UC_WRITE_ONLY).reth(0, 0x1000, 5).payload(new byte[5]));
        server.emit(server.packet(Opcodes.UD_SEND_ONLY).deth(1, 2).payload(new byte[40]));
        server.emit(server.packet(Opcodes.MANUFACTURER).payload(new byte[16]));
        server.congestion();
      }
      return wire;
    }

    private static int xid(int number) {
      return 0x700 + 2 * number;
    }

    void shouldBeWhole(Decoded seen) {
      assertThat(seen.messages()).hasSize(4 * CONNECTIONS);
      for (int i = 0; i < CONNECTIONS; i++) {
        byte[] bytes = data.get(i);
        int xid = xid(i);
        assertThat(seen.call(xid)).isWhole(Nfs3.writeCall(xid, bytes)).pulled(bytes.length);
        assertThat(seen.reply(xid))
            .isWhole(Nfs3.writeReply(xid, bytes.length))
            .answers(seen.call(xid));
        assertThat(seen.reply(xid + 1))
            .isWhole(Nfs3.readReply(xid + 1, bytes))
            .pushed(bytes.length)
            .answers(seen.call(xid + 1));
      }
      assertThat(seen.summary().connections()).isEqualTo(CONNECTIONS);
      assertThat(seen.summary().unanswered()).isZero();
      assertThat(seen.summary().rules())
          .doesNotContainKeys("icrc.mismatch", "bth.psn-gap", "bth.unknown-opcode");
    }
  }
}
