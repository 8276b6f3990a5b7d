package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Identifiers of rdma_create_ep(3). */
final class Endpoint {
  private static final String CREATE = "rdma_create_ep";

  private Endpoint() {}

  /** Makes one; the owner was entered. */
  static RdmaCmId create(
      RdmaCm cm, AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws IOException, InterruptedException {
    addresses.enter();
    try {
      boolean isPassive =
          (addresses.first().map(AddressInfo::flags).orElse(0) & AddressHints.PASSIVE) != 0;
      return isPassive && attributes.isPresent()
          ? passive(cm, addresses, attributes.get())
          : resolved(cm, addresses, attributes);
    } finally {
      addresses.leave();
    }
  }

  private static RdmaCmId adopt(RdmaCm cm, long made) throws RdmaException {
    return RdmaCmId.adopt(cm, cm, null, RdmaException.checked(CREATE, made), true);
  }

  /** One that keeps attributes, which does not wait. */
  private static RdmaCmId passive(RdmaCm cm, AddressInfoList addresses, QueuePairAttributes wanted)
      throws RdmaException {
    int[] numbers = QueuePairCodec.encode(wanted);
    return QueuePairCodec.using(
        wanted,
        (domain, shared) -> {
          RdmaCmId id =
              adopt(
                  cm,
                  CmNatives.createEndpoint(
                      cm.pointer, addresses.pointer, true, domain, shared, numbers));
          wanted.domain().ifPresent(each -> each.own(id));
          wanted.sharedReceiveQueue().ifPresent(each -> each.own(id));
          id.givesQueuePairs(wanted);
          return id;
        });
  }

  /**
   * One that waits for its address and route; then has a queue pair, which is of this thread again.
   */
  private static RdmaCmId resolved(
      RdmaCm cm, AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws IOException, InterruptedException {
    RdmaCmId id =
        adopt(
            cm,
            DetachedCall.await(
                CREATE,
                List.of(cm, addresses),
                List.of(addresses.list, cm.table),
                () ->
                    CmNatives.createEndpoint(
                        cm.pointer, addresses.pointer, false, 0, 0, new int[0]),
                made -> CmNatives.destroyEndpoint(cm.pointer, made)));
    boolean done = false;
    try {
      if (attributes.isPresent()) {
        AddressInfo first = addresses.first().orElseThrow();
        id.createQueuePair(attributes.get().of(first.type()));
      }
      done = true;
      return id;
    } finally {
      if (!done) {
        id.close();
      }
    }
  }
}
