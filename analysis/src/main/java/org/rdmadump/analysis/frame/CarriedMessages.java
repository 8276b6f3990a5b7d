package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.MessageHeader;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeExchange;

/** What contributions say of their messages, as far as they are known: each once, in order. */
final class CarriedMessages {
  private CarriedMessages() {}

  /** {@return numbers of the messages} */
  static List<Long> numbers(List<Contribution> contributions) {
    List<Long> all = new ArrayList<>(1);
    for (Contribution contribution : contributions) {
      OptionalLong message = contribution.message();
      if (message.isPresent() && !all.contains(message.getAsLong())) {
        all.add(message.getAsLong());
      }
    }
    return all;
  }

  /** {@return XIDs of those that are of RPC-over-RDMA} */
  static List<Integer> xids(List<Contribution> contributions) {
    List<Integer> all = new ArrayList<>(1);
    for (Contribution contribution : contributions) {
      OptionalInt xid = contribution.xid();
      if (xid.isPresent() && !all.contains(xid.getAsInt())) {
        all.add(xid.getAsInt());
      }
    }
    return all;
  }

  /** {@return those that are NVMe commands} */
  static List<NvmeExchange> commands(List<Contribution> contributions) {
    List<NvmeExchange> all = new ArrayList<>(1);
    for (Contribution contribution : contributions) {
      MessageHeader header = contribution.header().orElse(null);
      if (header instanceof NvmeCapsuleHeader nvme && !all.contains(nvme.exchange())) {
        all.add(nvme.exchange());
      }
    }
    return all;
  }

  /** {@return whether any is of a message that is going to be known} */
  static boolean isAnyAwaited(List<Contribution> contributions) {
    for (int i = 0; i < contributions.size(); i++) {
      if (contributions.get(i).isAwaited()) {
        return true;
      }
    }
    return false;
  }

  /** {@return whether it is not known of all which message they are of} */
  static boolean isAnyOpen(List<Contribution> contributions) {
    for (int i = 0; i < contributions.size(); i++) {
      if (!contributions.get(i).isSettled()) {
        return true;
      }
    }
    return false;
  }
}
