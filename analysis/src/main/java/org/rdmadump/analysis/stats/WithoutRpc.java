package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * What carried no message of RPC-over-RDMA.
 *
 * @param connections in the order of their first frames
 * @param others connections that are not among them, because there were too many
 */
public record WithoutRpc(List<NumberedConnection> connections, long others) {
  /** {@return those that are chosen; of the others it is not known whether they are} */
  public WithoutRpc only(Predicate<NumberedConnection> chosen) {
    return new WithoutRpc(connections.stream().filter(chosen).toList(), 0);
  }

  /** Gathers them. */
  public static final class Collector {
    /** Connections that are kept at most. */
    public static final int MOST = 2048;

    private final List<ConnectionRecord> records = new ArrayList<>();
    private long others;

    /** None so far. */
    public Collector() {}

    /** Takes one that ended, unless it is no more than a sign of something. */
    public void add(ConnectionRecord record) {
      if (record.isMereSign()) {
        return;
      }
      if (records.size() == MOST) {
        others++;
      } else {
        records.add(record);
      }
    }

    /** {@return all of them, numbered in the order of their first frames} */
    public WithoutRpc found() {
      records.sort((one, other) -> Long.compare(one.firstFrame(), other.firstFrame()));
      List<NumberedConnection> all = new ArrayList<>(records.size());
      for (ConnectionRecord each : records) {
        all.add(new NumberedConnection(all.size() + 1, each));
      }
      return new WithoutRpc(all, others);
    }
  }
}
