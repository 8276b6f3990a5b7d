package org.rdmadump.analysis.overview;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.WireBytes;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Finds what clients mount. A client that mounts asks for the limits of the file system: by FSINFO
 * of NFS version 3 (RFC 1813 section 3.3.19), by GETATTR of maxread in version 4 (RFC 8881 section
 * 5.8.2.20). The path to it is known where PUTROOTFH and LOOKUP lead there, or MNT named it.
 */
final class Mounts {
  private static final int MOST_HANDLES = 1024;
  private static final int MOST_MOUNTS = 256;

  /** Characters of a path that are kept. */
  private static final int MOST_OF_PATH = 1024;

  private static final int MAXREAD = 30;

  /** Operations that compounds are about which lead to a file system, or ask for its limits. */
  private static final Set<String> LEADING = Set.of("PUTROOTFH", "LOOKUP", "GETATTR");

  /** Operations that make another file the current one, or none. */
  private static final Set<String> MOVING =
      Set.of(
          "PUTFH",
          "PUTPUBFH",
          "RESTOREFH",
          "LOOKUPP",
          "OPENATTR",
          "OPEN",
          "CREATE",
          "SECINFO",
          "SECINFO_NO_NAME");

  private final Map<FileRef, String> paths = new HashMap<>();
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
    IpAddress server = call.destination().address();
    Optional<Nfs4Compound> asked = call.content().compound();
    Optional<Nfs4Compound> answered = exchange.reply().get().content().compound();
    if (asked.isPresent() && answered.isPresent()) {
      Optional<Nfs4Operation> main = asked.get().main();
      if (main.isPresent() && LEADING.contains(main.get().name())) {
        follow(server, asked.get(), answered.get());
      }
      return;
    }
    if (CallResult.failed(exchange.reply().get()).orElse(false)) {
      return;
    }
    Optional<String> operation = call.operation();
    if (operation.isPresent() && operation.get().equals("FSINFO")) {
      Optional<String> path = exchange.names().path().map(FilePath::text);
      add(new Mount(server.toString(), path.map(Mounts::cut), "NFS v3"));
    } else if (operation.isPresent() && operation.get().equals("MNT")) {
      Optional<String> path = call.content().body().flatMap(body -> body.tree().text("dirpath"));
      add(new Mount(server.toString(), path.map(Mounts::cut), "MOUNT"));
    }
  }

  private void add(Mount mount) {
    if (found.size() < MOST_MOUNTS) {
      found.add(mount);
    }
  }

  private void follow(IpAddress server, Nfs4Compound asked, Nfs4Compound answered) {
    Optional<String> path = Optional.empty();
    for (Nfs4Operation each : answered.operations()) {
      if (each.isFailed() || each.index() >= asked.operations().size()) {
        return;
      }
      Nfs4Operation call = asked.operations().get(each.index());
      Optional<FileRef> behind = each.handleBehind().flatMap(handle -> ref(server, handle));
      path =
          switch (each.name()) {
            case "PUTROOTFH" -> Optional.of("/");
            case "LOOKUP" -> path.flatMap(to -> call.text("objname").map(name -> into(to, name)));
            default -> MOVING.contains(each.name()) ? behind.map(paths::get) : path;
          };
      if (path.isPresent()
          && behind.isPresent()
          && (paths.size() < MOST_HANDLES || paths.containsKey(behind.get()))) {
        paths.put(behind.get(), path.get());
      }
      if (each.name().equals("GETATTR") && asksForLimits(call)) {
        String protocol = "NFS v4." + asked.minorVersion().orElse(0);
        add(new Mount(server.toString(), path, protocol));
      }
    }
  }

  private static Optional<FileRef> ref(IpAddress server, XdrBytes handle) {
    return handle.isComplete()
        ? Optional.of(new FileRef.ByHandle(server, WireBytes.of(handle.bytes())))
        : Optional.empty();
  }

  private static String into(String directory, String name) {
    return cut(directory.equals("/") ? "/" + name : directory + "/" + name);
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
