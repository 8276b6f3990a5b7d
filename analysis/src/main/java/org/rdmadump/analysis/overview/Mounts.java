package org.rdmadump.analysis.overview;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Finds what clients mount. A client that mounts asks for the limits of the file system: by FSINFO
 * of NFS version 3 (RFC 1813 section 3.3.19), by GETATTR of maxread in version 4 (RFC 8881 section
 * 5.8.2.20). The path to it is known where PUTROOTFH and LOOKUP lead there, or MNT named it.
 */
final class Mounts {
  private static final int MOST_MOUNTS = 256;

  /** Characters of a path that are kept. */
  private static final int MOST_OF_PATH = 1024;

  private static final int GETATTR = 9;
  private static final int MAXREAD = 30;

  /** Operations that compounds are about which lead to a file system, or ask for its limits. */
  private static final Set<String> LEADING = Set.of("PUTROOTFH", "LOOKUP", "GETATTR");

  private final Set<Mount> found = new LinkedHashSet<>();

  List<Mount> found() {
    return List.copyOf(found);
  }

  void exchange(RpcExchange exchange) {
    if (exchange.call().isEmpty()
        || exchange.reply().isEmpty()
        || exchange.call().get().direction() != Direction.FORWARD) {
      return;
    }
    RpcMessage call = exchange.call().get();
    Optional<Nfs4Compound> asked = call.content().compound();
    Optional<Nfs4Compound> answered = exchange.reply().get().content().compound();
    if (asked.isPresent() && answered.isPresent()) {
      Optional<Nfs4Operation> main = asked.get().main();
      if (main.isPresent() && LEADING.contains(main.get().name())) {
        compound(exchange, asked.get(), answered.get());
      }
      return;
    }
    if (CallResult.failed(exchange.reply().get()).orElse(false)) {
      return;
    }
    Optional<String> operation = call.operation();
    if (operation.isPresent() && operation.get().equals("FSINFO")) {
      Optional<String> path = exchange.names().path().map(FilePath::text);
      add(new Mount(server(exchange), path.map(Mounts::cut), "NFS v3"));
    } else if (operation.isPresent() && operation.get().equals("MNT")) {
      Optional<String> path = call.content().body().flatMap(body -> body.tree().text("dirpath"));
      add(new Mount(server(exchange), path.map(Mounts::cut), "MOUNT"));
    }
  }

  private void add(Mount mount) {
    if (found.size() < MOST_MOUNTS) {
      found.add(mount);
    }
  }

  /**
   * Looks for a GETATTR that asks for limits; what it is about has a path if a root leads there.
   */
  private void compound(RpcExchange exchange, Nfs4Compound asked, Nfs4Compound answered) {
    for (int i = 0; i < Math.min(asked.count(), answered.count()); i++) {
      Nfs4Operation call = asked.operation(i);
      if (answered.operation(i).isFailed()) {
        return;
      }
      if (call.number() == GETATTR && asksForLimits(call)) {
        Optional<String> path =
            exchange.names().path(i).filter(FilePath::isWhole).map(FilePath::text);
        String protocol = "NFS v4." + asked.minorVersion().orElse(0);
        add(new Mount(server(exchange), path.map(Mounts::cut), protocol));
      }
    }
  }

  private static String server(RpcExchange exchange) {
    return exchange.call().orElseThrow().destination().address().toString();
  }

  private static String cut(String path) {
    return path.length() > MOST_OF_PATH ? path.substring(0, MOST_OF_PATH) : path;
  }

  private static boolean asksForLimits(Nfs4Operation call) {
    Optional<XdrValue> asked = call.body().flatMap(body -> body.at("attr_request"));
    return asked.isPresent()
        && asked.get() instanceof XdrArray words
        && words.size() > 0
        && words.get(0) instanceof XdrNumber word
        && (word.value() >> MAXREAD & 1) == 1;
  }
}
