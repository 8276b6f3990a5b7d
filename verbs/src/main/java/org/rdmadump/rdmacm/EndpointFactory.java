package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Makes end points: identifiers from rdma_create_ep(3). */
final class EndpointFactory {
  private static final String CREATE = "rdma_create_ep";

  private EndpointFactory() {}

  /** Makes an end point; the caller has entered the libraries. */
  static RdmaCmId create(
      RdmaCmId.Origin origin, AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws IOException, InterruptedException {
    addresses.enter();
    try {
      boolean isPassive =
          (addresses.first().map(AddressInfo::flags).orElse(0) & AddressHints.PASSIVE) != 0;
      return isPassive && attributes.isPresent()
          ? passive(origin, addresses, attributes.get())
          : resolved(origin, addresses, attributes);
    } finally {
      addresses.leave();
    }
  }

  private static RdmaCmId adopt(RdmaCmId.Origin origin, long made) throws RdmaException {
    return RdmaCmId.synchronous(
        origin, RdmaException.checked(CREATE, made), true, Optional.empty());
  }

  /**
   * Makes a listening end point that keeps attributes; the call does not wait. librdmacm itself
   * would make queue pairs of them unchecked.
   */
  private static RdmaCmId passive(
      RdmaCmId.Origin origin, AddressInfoList addresses, QueuePairAttributes given)
      throws RdmaException {
    QueuePairAttributes wanted = given.withType(addresses.first().orElseThrow().type());
    return QueuePairCodec.using(
        wanted,
        places -> {
          RdmaCmId id =
              adopt(origin, CmNatives.createEndpoint(origin.library().pointer, addresses.pointer));
          QueuePairCodec.own(wanted, id);
          id.setRequestAttributes(wanted);
          return id;
        });
  }

  /**
   * Makes an end point and waits for its address and route, then makes its queue pair on this
   * thread.
   */
  private static RdmaCmId resolved(
      RdmaCmId.Origin origin, AddressInfoList addresses, Optional<QueuePairAttributes> attributes)
      throws IOException, InterruptedException {
    CmLibrary library = origin.library();
    RdmaCmId id =
        adopt(
            origin,
            DetachedCall.await(
                CREATE,
                List.of(library.root, addresses),
                List.of(addresses.list, library.table),
                () -> CmNatives.createEndpoint(library.pointer, addresses.pointer),
                made -> CmNatives.destroyEndpoint(library.pointer, made)));
    boolean done = false;
    try {
      if (attributes.isPresent()) {
        AddressInfo first = addresses.first().orElseThrow();
        id.createQueuePair(attributes.get().withType(first.type()));
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
