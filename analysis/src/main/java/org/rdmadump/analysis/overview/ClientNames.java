package org.rdmadump.analysis.overview;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcMessage;

/** What clients call themselves in EXCHANGE_ID and SETCLIENTID; one has a name per version. */
final class ClientNames {
  private static final int MOST_CLIENTS = 256;
  private static final int MOST_NAMES = 8;

  /** Characters of a name that are kept. */
  private static final int MOST_OF_NAME = 256;

  /** Where the calls that introduce a client have its name. */
  private static final Map<String, String> PLACES =
      Map.of("EXCHANGE_ID", "eia_clientowner.co_ownerid", "SETCLIENTID", "client.id");

  private final Map<String, Set<String>> names = new HashMap<>();

  void call(RpcMessage call) {
    Optional<Nfs4Compound> compound = call.content().compound();
    Nfs4Operation main = compound.isPresent() ? compound.get().main().orElse(null) : null;
    String place = main == null ? null : PLACES.get(main.name());
    if (main != null && place != null) {
      introduced(call, main.text(place));
    }
  }

  private void introduced(RpcMessage call, Optional<String> name) {
    String address = call.source().address().toString();
    if (name.isPresent() && (names.size() < MOST_CLIENTS || names.containsKey(address))) {
      Set<String> known = names.computeIfAbsent(address, any -> new LinkedHashSet<>());
      if (known.size() < MOST_NAMES) {
        String whole = name.get();
        int characters = Math.min(MOST_OF_NAME, whole.codePointCount(0, whole.length()));
        known.add(whole.substring(0, whole.offsetByCodePoints(0, characters)));
      }
    }
  }

  /** {@return the names of a client, those that were met first before others} */
  List<String> of(String address) {
    return List.copyOf(names.getOrDefault(address, Set.of()));
  }
}
