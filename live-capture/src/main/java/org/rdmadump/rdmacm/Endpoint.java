package org.rdmadump.rdmacm;

import java.util.Optional;

/** Identifiers of rdma_create_ep(3). */
final class Endpoint {
  private Endpoint() {}

  /** Makes one; the owner was entered. */
  static RdmaCmId create(
      RdmaCm cm, AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws RdmaException {
    addresses.enter();
    try {
      int[] numbers = attributes.map(QueuePairCodec::encode).orElseGet(() -> new int[0]);
      long[] made = new long[1];
      QueuePairCodec.Call call =
          (domain, shared) -> {
            made[0] =
                CmNatives.createEndpoint(
                    cm.pointer, addresses.pointer, attributes.isPresent(), domain, shared, numbers);
            return 0;
          };
      if (attributes.isPresent()) {
        QueuePairCodec.using(attributes.get(), call);
      } else {
        call.run(0, 0);
      }
      RdmaCmId id =
          RdmaCmId.adopt(cm, cm, null, RdmaException.checked("rdma_create_ep", made[0]), true);
      attributes.ifPresent(wanted -> adopt(id, addresses, wanted));
      return id;
    } finally {
      addresses.leave();
    }
  }

  private static void adopt(RdmaCmId id, AddressInfoList addresses, QueuePairAttributes wanted) {
    boolean isPassive =
        addresses.first().map(AddressInfo::flags).orElse(0) % 2 == AddressHints.PASSIVE;
    if (isPassive) {
      wanted.domain().ifPresent(domain -> domain.own(id));
      wanted.sharedReceiveQueue().ifPresent(queue -> queue.own(id));
      id.givesQueuePairs(wanted);
    } else {
      id.hasQueuePair(wanted);
    }
  }
}
