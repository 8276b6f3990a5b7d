package org.rdmadump.rpcrdma.cases;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;

/**
 * A conversation over RoCE or iWARP, and the frames of its capture, which a test takes away or puts
 * elsewhere at random.
 */
final class TrialFrames {
  /**
   * A frame.
   *
   * @param number that it had when nothing was lost
   * @param content a packet or a segment
   */
  record Each(int number, Object content) {}

  private final Optional<RpcConversation> roceRpc;
  private final Optional<IwarpRpc> iwarpRpc;

  /** Frames before those of the exchanges, which set the connection up. */
  private final int first;

  private final List<Each> frames = new ArrayList<>();

  /** Numbers of the frames that the server sent. */
  private final Set<Integer> servers = new HashSet<>();

  private TrialFrames(Optional<RpcConversation> roceRpc, Optional<IwarpRpc> iwarpRpc) {
    this.roceRpc = roceRpc;
    this.iwarpRpc = iwarpRpc;
    first = size();
  }

  static TrialFrames of(RpcConversation roce) {
    return new TrialFrames(Optional.of(roce), Optional.empty());
  }

  static TrialFrames of(IwarpRpc iwarp) {
    return new TrialFrames(Optional.empty(), Optional.of(iwarp));
  }

  // ---- what is sent

  void call(byte[] message) {
    iwarpRpc.ifPresent(rpc -> rpc.wire().client().send(message));
    roceRpc.ifPresent(rpc -> rpc.client().send(message));
  }

  void reply(byte[] message) {
    iwarpRpc.ifPresent(rpc -> rpc.wire().server().send(message));
    roceRpc.ifPresent(rpc -> rpc.server().send(message));
  }

  /**
   * Plans to move data in one or more operations of the server.
   *
   * @param read whether the server reads
   * @param step takes each operation, to be run when its turn comes
   */
  void move(
      boolean read, Segment memory, byte[] data, SplittableRandom random, Consumer<Runnable> step) {
    int at = 0;
    while (at < data.length) {
      int part = random.nextBoolean() ? data.length - at : random.nextInt(1, data.length - at + 1);
      byte[] bytes = Arrays.copyOfRange(data, at, at + part);
      long address = memory.offset() + at;
      step.accept(() -> move(read, memory.handle(), address, bytes));
      at += part;
    }
  }

  private void move(boolean read, int handle, long address, byte[] bytes) {
    if (read) {
      iwarpRpc.ifPresent(rpc -> rpc.wire().server().read(handle, address, bytes));
      roceRpc.ifPresent(rpc -> rpc.server().read(handle, address, bytes));
    } else {
      iwarpRpc.ifPresent(rpc -> rpc.wire().server().write(handle, address, bytes));
      roceRpc.ifPresent(rpc -> rpc.server().write(handle, address, bytes));
    }
  }

  /** Ends the connection, if its begin was captured. */
  void disconnect() {
    iwarpRpc.ifPresent(rpc -> rpc.wire().disconnect());
    if (roceRpc.isPresent() && roce().get(0).label().contains("REQ")) {
      roceRpc.get().wire().disconnect();
    }
  }

  private List<TcpFrame> tcp() {
    return iwarpRpc.orElseThrow().capture().frames();
  }

  private List<Packet> roce() {
    return roceRpc.orElseThrow().capture().packets();
  }

  private Object content(int number) {
    return iwarpRpc.isPresent() ? tcp().get(number) : roce().get(number);
  }

  private static boolean isAcknowledgement(Object content) {
    return content instanceof Packet packet
        ? packet.label().contains("cknowledge")
        : content instanceof TcpFrame frame && frame.isBare();
  }

  private static boolean isServers(Object content) {
    return content instanceof Packet packet
        ? packet.label().startsWith("server")
        : content instanceof TcpFrame frame && frame.source().port() == 20049;
  }

  /** {@return how many frames were sent} */
  int size() {
    return iwarpRpc.isPresent() ? tcp().size() : roce().size();
  }

  /** {@return the frames sent since there were so many, but for those that only acknowledge} */
  Set<Integer> since(int size) {
    Set<Integer> numbers = new HashSet<>();
    for (int i = size; i < size(); i++) {
      if (!isAcknowledgement(content(i))) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  // ---- what is captured of it

  /** Takes what was sent for what is captured, until it is damaged. */
  void capture() {
    for (int i = 0; i < size(); i++) {
      frames.add(new Each(i, content(i)));
      if (isServers(content(i))) {
        servers.add(i);
      }
    }
  }

  private int any(SplittableRandom random) {
    return first + random.nextInt(frames.size() - first);
  }

  void lose(int count, SplittableRandom random) {
    for (int i = 0; i < count; i++) {
      frames.remove(any(random));
    }
  }

  /** Loses Sends of one side; over iWARP, any of its segments with data. */
  void loseSends(boolean server, int count, SplittableRandom random) {
    Predicate<Each> isSend =
        each ->
            servers.contains(each.number) == server
                && !isAcknowledgement(each.content)
                && (!(each.content instanceof Packet packet) || packet.label().contains("RC SEND"));
    for (int i = 0; i < count; i++) {
      int tries = 200;
      int at = any(random);
      while (!isSend.test(frames.get(at)) && --tries > 0) {
        at = any(random);
      }
      if (tries > 0) {
        frames.remove(at);
      }
    }
  }

  void late(SplittableRandom random) {
    int from = any(random);
    Each moved = frames.remove(from);
    frames.add(Math.min(frames.size(), from + 1 + random.nextInt(40)), moved);
  }

  void burst(SplittableRandom random) {
    int from = any(random);
    frames.subList(from, Math.min(frames.size(), from + 2 + random.nextInt(23))).clear();
  }

  /** A copy of a frame comes later, right behind frames that are lost. */
  void copyOverALoss(SplittableRandom random) {
    int from = any(random);
    int to = Math.min(frames.size(), from + 1 + random.nextInt(40));
    frames.add(to, frames.get(from));
    int lost = Math.max(first, to - 1 - random.nextInt(10));
    frames.subList(lost, Math.min(to, lost + 1 + random.nextInt(4))).clear();
  }

  /** All frames of one side are captured before those of the other. */
  void oneSideFirst(boolean server) {
    sideFirst(server, first, frames.size());
  }

  /** For a while, frames of one side are captured behind those of the other. */
  void oneSideDelayed(SplittableRandom random) {
    int from = any(random);
    int to = Math.min(frames.size(), from + 2 + random.nextInt(30));
    sideFirst(random.nextBoolean(), from, to);
  }

  private void sideFirst(boolean server, int from, int to) {
    // List.sort is stable: each side keeps its order
    frames
        .subList(from, to)
        .sort((a, b) -> Boolean.compare(isOther(a, server), isOther(b, server)));
  }

  private boolean isOther(Each each, boolean server) {
    return servers.contains(each.number) != server;
  }

  void cutStart(SplittableRandom random) {
    frames.subList(0, any(random)).clear();
  }

  Decoded decode() {
    if (iwarpRpc.isPresent()) {
      tcp().clear();
      frames.forEach(each -> tcp().add((TcpFrame) each.content));
      return iwarpRpc.get().decode();
    }
    roce().clear();
    for (Each each : frames) {
      roce().add(((Packet) each.content).at(Capture.START + 1000L * roce().size()));
    }
    return roceRpc.orElseThrow().decode();
  }

  /** {@return the numbers of captured frames, in the order of the capture} */
  List<Integer> left() {
    return frames.stream().map(Each::number).toList();
  }

  /** {@return whether all of these frames that the server sent were captured} */
  boolean wasAnswered(Set<Integer> exchange) {
    Set<Integer> left = new HashSet<>(left());
    return exchange.stream().filter(servers::contains).allMatch(left::contains);
  }
}
