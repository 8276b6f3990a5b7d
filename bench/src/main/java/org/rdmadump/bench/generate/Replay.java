package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Real conversations again and again, several at a time, each copy with another client address,
 * other queue pairs, communication IDs, XIDs, handles and PSNs. The PSNs of both directions of each
 * copy pass zero somewhere in it.
 */
public final class Replay implements Traffic {
  private static final int LONGEST_BURST = 16;
  private static final int CLIENT_NETWORK = 10 << 24;
  private static final int CLIENTS = (1 << 24) - 2;
  private static final int QUEUE_PAIRS = 0xfff000;
  private static final int PSNS = 1 << 24;

  private final List<BaseCapture> bases;
  private final int most;
  private final SplittableRandom random;
  private final Checksums checksums = new Checksums();
  private final List<Copy> running = new ArrayList<>();
  private long copies;
  private long committed;

  private static final class Copy {
    final BaseCapture base;
    final Identity identity;
    int next;

    Copy(BaseCapture base, Identity identity) {
      this.base = base;
      this.identity = identity;
    }

    boolean isOver() {
      return next == base.frames().size();
    }
  }

  /**
   * A replay.
   *
   * @param connections copies that are under way at a time
   */
  public static Replay of(List<Path> files, int connections, long seed) throws IOException {
    List<BaseCapture> bases = new ArrayList<>();
    for (Path file : files) {
      BaseCapture base = BaseCapture.read(file);
      if (!bases.isEmpty() && bases.get(0).linkType() != base.linkType()) {
        throw new IOException(file + ": has another link type than " + bases.get(0).name());
      }
      bases.add(base);
    }
    return new Replay(bases, connections, seed);
  }

  private Replay(List<BaseCapture> bases, int connections, long seed) {
    this.bases = bases;
    this.most = connections;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public int linkType() {
    return bases.get(0).linkType();
  }

  @Override
  public String summary() {
    return ", " + copies + " conversations";
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    while (running.size() < most && start(out, size)) {}
    if (running.isEmpty()) {
      return false;
    }
    int chosen = random.nextInt(running.size());
    Copy copy = running.get(chosen);
    for (int rest = 1 + random.nextInt(LONGEST_BURST); rest > 0 && !copy.isOver(); rest--) {
      copy.base.frames().get(copy.next++).write(copy.identity, out, checksums);
    }
    if (copy.isOver()) {
      running.set(chosen, running.get(running.size() - 1));
      running.remove(running.size() - 1);
    }
    return true;
  }

  private boolean start(FrameOutput out, long size) {
    BaseCapture base = bases.get((int) (copies % bases.size()));
    long needed = base.size(out);
    if (copies == 0) {
      committed = out.size();
    } else if (committed + needed > size) {
      return false;
    }
    committed += needed;
    running.add(new Copy(base, identity(base)));
    copies++;
    return true;
  }

  private Identity identity(BaseCapture base) {
    return new Identity(
        CLIENT_NETWORK | (int) (1 + copies % CLIENTS),
        random.nextInt(),
        random.nextInt(),
        (int) (copies % QUEUE_PAIRS),
        random.nextInt(),
        beforeZero(base.clientPsn(), base),
        beforeZero(base.serverPsn(), base));
  }

  /** What takes a first PSN to so little below zero that the connection comes across it. */
  private int beforeZero(int first, BaseCapture base) {
    return PSNS - first - random.nextInt(1 + base.frames().size() / 4);
  }
}
