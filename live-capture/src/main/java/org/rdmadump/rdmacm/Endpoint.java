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
      if (attributes.isEmpty()) {
        return adopt(
            cm, CmNatives.createEndpoint(cm.pointer, addresses.pointer, false, 0, 0, new int[0]));
      }
      QueuePairAttributes wanted = attributes.get();
      int[] numbers = QueuePairCodec.encode(wanted);
      return QueuePairCodec.using(
          wanted,
          (domain, shared) -> {
            RdmaCmId id =
                adopt(
                    cm,
                    CmNatives.createEndpoint(
                        cm.pointer, addresses.pointer, true, domain, shared, numbers));
            give(id, addresses, wanted, QueuePairCodec.decode(numbers));
            return id;
          });
    } finally {
      addresses.leave();
    }
  }

  private static RdmaCmId adopt(RdmaCm cm, long made) throws RdmaException {
    return RdmaCmId.adopt(cm, cm, null, RdmaException.checked("rdma_create_ep", made), true);
  }

  private static void give(
      RdmaCmId id,
      AddressInfoList addresses,
      QueuePairAttributes wanted,
      QueuePairCapabilities made) {
    boolean isPassive =
        (addresses.first().map(AddressInfo::flags).orElse(0) & AddressHints.PASSIVE) != 0;
    if (isPassive) {
      wanted.domain().ifPresent(domain -> domain.own(id));
      wanted.sharedReceiveQueue().ifPresent(queue -> queue.own(id));
      id.givesQueuePairs(wanted);
    } else {
      id.hasQueuePair(wanted, made);
    }
  }
}
