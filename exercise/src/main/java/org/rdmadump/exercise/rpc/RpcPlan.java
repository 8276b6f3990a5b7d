package org.rdmadump.exercise.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.journal.RpcCall;

/** The calls of a connection: how long their data is, and how it is moved. */
final class RpcPlan {
  /** The longest data of a call or a reply. */
  static final int LONGEST = 200_001;

  private static final int PAGE = 4096;
  private static final int SEGMENTS = 4;

  private final Pattern pattern;
  private final long seed;
  private final int firstXid;
  private final List<RpcCall> calls = new ArrayList<>();

  RpcPlan(Pattern pattern, long seed, int pathMtu, int firstXid) {
    this.pattern = pattern;
    this.seed = seed;
    this.firstXid = firstXid;
    add(ExerciseCase.RPC_INLINE, List.of(), List.of(), false, 0, 0, 0);
    for (int size : List.of(0, 1, 2, 3, 4, 500, 1000, 3000)) {
      add(ExerciseCase.RPC_INLINE, List.of(size), List.of(), false, 0, 0, 0);
      add(ExerciseCase.RPC_INLINE, List.of(), List.of(size), false, 0, 0, 0);
    }
    add(ExerciseCase.RPC_INLINE, List.of(300, 301), List.of(302, 303), false, 0, 0, 0);
    SortedSet<Integer> sizes = new TreeSet<>(List.of(1, 3, 3 * PAGE + 2, 65_537, LONGEST));
    for (int unit : List.of(pathMtu, PAGE)) {
      sizes.addAll(List.of(unit - 1, unit, unit + 1, 2 * unit + 1));
    }
    for (int size : sizes) {
      for (int segments = 1; segments <= SEGMENTS; segments += SEGMENTS - 1) {
        add(ExerciseCase.RPC_READ_CHUNK, List.of(size), List.of(), false, segments, 0, 0);
        add(ExerciseCase.RPC_WRITE_CHUNK, List.of(), List.of(size), false, 0, segments, 0);
        add(ExerciseCase.RPC_REPLY_CHUNK, List.of(), List.of(size), false, 0, 0, segments);
        add(ExerciseCase.RPC_POSITION_ZERO, List.of(size), List.of(), true, 0, 0, 0);
        add(
            ExerciseCase.RPC_POSITION_ZERO_AND_READ,
            List.of(size),
            List.of(),
            true,
            segments,
            0,
            0);
      }
    }
    for (int size : List.of(1021, PAGE + 1, 20_003)) {
      List<Integer> lengths = List.of(size, size + 6);
      add(ExerciseCase.RPC_SEVERAL, lengths, lengths, false, 2, 2, 0);
      add(ExerciseCase.RPC_SEVERAL, lengths, lengths, false, 3, 3, 2);
      add(ExerciseCase.RPC_SEVERAL, lengths, lengths, true, 2, 3, 2);
    }
  }

  private void add(
      ExerciseCase of,
      List<Integer> writes,
      List<Integer> reads,
      boolean positionZero,
      int readSegments,
      int writeSegments,
      int replySegments) {
    int version = writes.size() + reads.size() > 1 ? 4 : 3;
    calls.add(
        new RpcCall(
            of,
            firstXid + calls.size(),
            version,
            pattern,
            seed,
            writes,
            reads,
            positionZero,
            readSegments,
            writeSegments,
            replySegments));
  }

  List<RpcCall> calls() {
    return calls;
  }
}
