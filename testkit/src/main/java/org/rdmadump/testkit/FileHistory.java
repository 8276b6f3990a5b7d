package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.analysis.FirstHandle;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Which exchanges are about a file, by all that a capture tells of names: a handle that was in use
 * before a message told its name had that name already. Behind a name that was removed, it is that
 * of the next file.
 */
final class FileHistory implements Predicate<RpcExchange> {
  /** Operations and procedures whose handle is that of a directory, or one of two files. */
  static final Set<String> NAMING =
      Set.of(
          "LOOKUP", "LOOKUPP", "OPEN", "CREATE", "MKDIR", "SYMLINK", "MKNOD", "REMOVE", "RMDIR",
          "RENAME", "LINK", "SECINFO", "COPY", "CLONE");

  /** Operations that choose a file for those behind them. */
  private static final Set<String> CHOOSING =
      Set.of("PUTFH", "PUTROOTFH", "PUTPUBFH", "SAVEFH", "RESTOREFH");

  /** Paths that are remembered, to name the nearest ones if none is the one. */
  private static final int MOST_PATHS = 4_096;

  /** Of them, those that a failure names. */
  private static final int SHOWN = 5;

  private final String name;
  private final Set<String> paths = new LinkedHashSet<>();
  private boolean named;

  /** Of each handle, what was told of it, in the order of the exchanges. */
  private final Map<Handle, List<Told>> handles = new HashMap<>();

  private record Handle(IpAddress server, String sha256) {}

  /** That an exchange told the name of a handle, and whether it was the one. */
  private record Told(long number, boolean isIt) {}

  private FileHistory(String name) {
    this.name = name;
  }

  /** {@return the history of the files that have a name, or a path that ends in it} */
  static FileHistory of(String name, Stream<RpcExchange> capture) {
    FileHistory history = new FileHistory(name);
    capture.forEach(
        exchange -> {
          exchange.call().ifPresent(call -> history.learn(call, number(exchange)));
          exchange.call().ifPresent(history::note);
          exchange.reply().ifPresent(history::note);
        });
    return history;
  }

  /** The number of the last message, which is in the order in which exchanges are told. */
  private static long number(RpcExchange exchange) {
    return exchange.reply().or(exchange::call).map(RpcMessage::number).orElse(0L);
  }

  @Override
  public boolean test(RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call();
    return call.isPresent()
        && (isNamed(call.get())
            || exchange.reply().filter(this::isNamed).isPresent()
            || isNamedLater(call.get(), number(exchange)));
  }

  private boolean isNamed(RpcMessage message) {
    FileNames names = message.content().names();
    int last = lastNaming(message);
    for (int i = 0; i < operations(message); i++) {
      if (isOfDirectory(message, i, last)) {
        continue;
      }
      if (names.path(i).filter(this::isIt).isPresent()
          || names.newPath(i).filter(this::isIt).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Index of the last operation of a compound that names a file in a directory; -1 if none does.
   */
  private static int lastNaming(RpcMessage message) {
    for (int i = operations(message) - 1; i >= 0; i--) {
      if (NAMING.contains(operationName(message, i))) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Whether an operation chooses the directory in which the last one names a file. COPY and CLONE
   * are about two files and name none; what LINK saves is a file.
   */
  private static boolean isOfDirectory(RpcMessage message, int index, int last) {
    if (index >= last || !CHOOSING.contains(operationName(message, index))) {
      return false;
    }
    return switch (operationName(message, last)) {
      case "COPY", "CLONE" -> false;
      case "LINK" -> !isSaved(message, index, last);
      default -> true;
    };
  }

  /** Whether what an operation chooses is saved before another one. */
  private static boolean isSaved(RpcMessage message, int index, int before) {
    for (int i = index; i < before; i++) {
      if (operationName(message, i).equals("SAVEFH")) {
        return true;
      }
    }
    return false;
  }

  private static String operationName(RpcMessage message, int index) {
    return operation(message, index).map(Nfs4Operation::name).orElse("");
  }

  private static Optional<Nfs4Operation> operation(RpcMessage message, int index) {
    return message.content().compound().map(it -> it.operations().get(index));
  }

  private void note(RpcMessage message) {
    FileNames names = message.content().names();
    for (int i = 0; i < operations(message) && !named; i++) {
      names.path(i).ifPresent(this::note);
      names.newPath(i).ifPresent(this::note);
    }
  }

  private void note(FilePath path) {
    named |= isIt(path);
    if (paths.size() < MOST_PATHS) {
      paths.add(path.text());
    }
  }

  /** {@return if no path is the name, the paths that there are, the nearest ones first} */
  String others() {
    if (named) {
      return "";
    }
    if (paths.isEmpty()) {
      return "; the capture names no file";
    }
    List<String> nearest = Nearest.inOrder(name, paths, this::end);
    return "; the capture names "
        + String.join(", ", nearest.subList(0, Math.min(SHOWN, nearest.size())))
        + (nearest.size() > SHOWN ? " and " + (nearest.size() - SHOWN) + " more" : "");
  }

  /** As many parts of a path as the name has. */
  private String end(String path) {
    int from = path.length();
    for (int at = name.length(); at >= 0 && from >= 0; at = name.lastIndexOf('/', at - 1)) {
      from = path.lastIndexOf('/', from - 1);
    }
    return name.startsWith("/") ? path : path.substring(from + 1);
  }

  private boolean isIt(FilePath path) {
    return isNamed(path, name);
  }

  /** Whether a path is a name, or ends in it. */
  static boolean isNamed(FilePath path, String name) {
    return path.text().equals(name)
        || path.known().equals(name)
        || (!name.startsWith("/") && path.known().endsWith("/" + name));
  }

  private boolean isNamedLater(RpcMessage call, long number) {
    int last = lastNaming(call);
    for (int i = 0; i < operations(call); i++) {
      Optional<Handle> handle = isOfDirectory(call, i, last) ? Optional.empty() : handle(call, i);
      if (handle.isPresent() && call.content().names().path(i).isEmpty()) {
        for (Told told : handles.getOrDefault(handle.get(), List.of())) {
          if (told.number() > number) {
            if (told.isIt()) {
              return true;
            }
            break;
          }
        }
      }
    }
    return false;
  }

  private void learn(RpcMessage call, long number) {
    FileNames names = call.content().names();
    for (int i = 0; i < operations(call); i++) {
      Optional<Handle> handle = handle(call, i);
      if (handle.isPresent() && names.path(i).isPresent()) {
        boolean isIt = isIt(names.path(i).get());
        List<Told> told = handles.computeIfAbsent(handle.get(), any -> new ArrayList<>(1));
        told.add(new Told(number, isIt));
      }
    }
  }

  private static int operations(RpcMessage message) {
    return message.content().compound().map(it -> it.operations().size()).orElse(1);
  }

  /** The handle of the file itself, not that of a directory in which it is named. */
  private static Optional<Handle> handle(RpcMessage call, int index) {
    Optional<Nfs4Operation> operation = operation(call, index);
    String does = operation.map(Nfs4Operation::name).or(call::operation).orElse("");
    if (NAMING.contains(does)) {
      return Optional.empty();
    }
    boolean isForward = call.direction() == Direction.FORWARD;
    IpAddress server = (isForward ? call.destination() : call.source()).address();
    return (operation.isPresent() ? operation.get().handle() : FirstHandle.of(call))
        .map(each -> new Handle(server, each.bytes().sha256()));
  }
}
