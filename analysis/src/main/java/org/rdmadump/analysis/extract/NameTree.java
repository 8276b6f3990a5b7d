package org.rdmadump.analysis.extract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.nfs.FilePath;

/**
 * Which file has which names, as far as messages told. It holds a bounded number of nodes: for a
 * new one, the least lately used goes that has neither data nor entries.
 */
final class NameTree {
  /** Nodes looked at for one that may go. */
  private static final int TRIES = 16;

  /** Of as many nodes, one may have a long path: each takes as much as four nodes do. */
  private static final int NODES_OF_A_LONG_PATH = 8;

  /** Servers whose root is remembered. */
  private static final int SERVERS = 1024;

  private final int limit;

  /** By handle, root or, as long as that is all that is known, link; least lately used first. */
  private final Map<Object, Node> nodes = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<Node.Link, Node> byName = new HashMap<>();
  private final Map<FileRef.Root, FileRef.ByHandle> roots = new HashMap<>();
  private int longPaths;
  private long evicted;

  NameTree(int limit) {
    this.limit = limit;
  }

  /** Nodes given up, and names not taken, because of a limit. */
  long evicted() {
    return evicted;
  }

  /** Nodes that it holds. */
  int size() {
    return nodes.size();
  }

  /** Takes what a message says about names and paths; what it says about content is not for it. */
  void take(FileEvent event) {
    if (event instanceof FileEvent.Located located) {
      find(located.file()).ifPresent(node -> located(node, located.path()));
    } else if (event instanceof FileEvent.Named named) {
      if (named.made()) {
        made(named.file());
      }
      named(named.file(), named.directory(), named.name());
    } else if (event instanceof FileEvent.RootFound root) {
      root(root.file());
    } else if (event instanceof FileEvent.Renamed renamed) {
      renamed(renamed.fromDirectory(), renamed.from(), renamed.toDirectory(), renamed.to());
    } else if (event instanceof FileEvent.Removed removed) {
      removed(removed.directory(), removed.name());
    }
  }

  /** Messages have a long path made anew for each file: those of all files fill the memory. */
  private void located(Node node, FilePath path) {
    int others = longPaths - (node.hasLongPath() ? 1 : 0);
    if (Node.isLong(path) && others >= Math.max(1, limit / NODES_OF_A_LONG_PATH)) {
      evicted += node.unlocated() ? 1 : 0;
    } else {
      node.located(path);
    }
    longPaths = others + (node.hasLongPath() ? 1 : 0);
  }

  private void unlocated(Node node) {
    if (node.hasLongPath()) {
      longPaths--;
      node.unlocated();
    }
  }

  /** {@return the file that a message speaks of; empty if there is no room for it} */
  Optional<Node> find(FileRef ref) {
    if (ref instanceof FileRef.ByName named) {
      Optional<Node> directory = find(named.directory());
      return directory.flatMap(node -> entry(node, named.name()));
    }
    FileRef key = ref;
    if (ref instanceof FileRef.Root root && roots.containsKey(root)) {
      key = roots.get(root);
    }
    Node known = nodes.get(key);
    return known == null ? add(key) : Optional.of(known);
  }

  private Optional<Node> entry(Node directory, WireBytes name) {
    if (!isName(name)) {
      return Optional.empty();
    }
    Node.Link link = new Node.Link(directory, name);
    Node known = byName.get(link);
    if (known != null) {
      known.key().ifPresent(nodes::get);
      return Optional.of(known);
    }
    Optional<Node> added = add(link);
    added.ifPresent(node -> attach(node, link));
    return added;
  }

  /** Notes that a file may have been made: then an older one of its handle, removed, is another. */
  void made(FileRef file) {
    Node known = nodes.get(file);
    if (known != null && known.isRemoved()) {
      alone(known, file);
    }
  }

  /** Has a node found by nothing that messages say: they speak of another one. */
  private void alone(Node node, Object key) {
    nodes.remove(key);
    node.key(node);
    nodes.put(node, node);
  }

  /** Notes that {@code file} has a name. */
  void named(FileRef file, FileRef directory, WireBytes name) {
    if (!isName(name)) {
      return;
    }
    Optional<Node> parent = find(directory);
    if (parent.isEmpty()) {
      return;
    }
    Node.Link link = new Node.Link(parent.get(), name);
    Node holder = byName.get(link);
    if (holder != null && holder.handle().isEmpty() && adopt(holder, file)) {
      return;
    }
    Optional<Node> node = find(file);
    if (node.isPresent() && node.get() != holder && isAttached(parent.get())) {
      detach(link);
      attach(node.get(), link);
    }
  }

  /** Finding one node can have cost another its place. */
  private static boolean isAttached(Node node) {
    return node.key().isPresent();
  }

  /** Gives a node that was known by name its handle, if no other has that. */
  private boolean adopt(Node node, FileRef file) {
    Optional<Object> old = node.key();
    if (nodes.containsKey(file) || !(file instanceof FileRef.ByHandle) || old.isEmpty()) {
      return false;
    }
    nodes.remove(old.get());
    node.key(file);
    nodes.put(file, node);
    return true;
  }

  /** Notes the handle of the root of a server's name space. */
  void root(FileRef.ByHandle file) {
    FileRef.Root root = new FileRef.Root(file.server());
    if (!roots.containsKey(root) && roots.size() == SERVERS) {
      return;
    }
    roots.put(root, file);
    Node known = nodes.get(root);
    if (known != null && !nodes.containsKey(file)) {
      nodes.remove(root);
      known.key(file);
      nodes.put(file, known);
    }
  }

  /** Notes that a name was given to what had another; what had it before loses it. */
  void renamed(FileRef fromDirectory, WireBytes from, FileRef toDirectory, WireBytes to) {
    if (!isName(from) || !isName(to)) {
      return;
    }
    Optional<Node> source = find(fromDirectory);
    Optional<Node> target = find(toDirectory);
    if (source.isEmpty() || target.isEmpty() || !isAttached(source.get())) {
      return;
    }
    Node.Link old = new Node.Link(source.get(), from);
    Node.Link link = new Node.Link(target.get(), to);
    Node node = byName.get(old);
    if (node == null) {
      detach(link);
      return;
    }
    if (byName.get(link) == node) {
      // Two names of one file: RENAME does nothing then.
      return;
    }
    detach(link);
    byName.remove(old);
    byName.put(link, node);
    node.relink(old, link);
    rekey(node, old, link);
  }

  /** Notes that a name was taken away. */
  void removed(FileRef directory, WireBytes name) {
    if (isName(name)) {
      find(directory).ifPresent(node -> detach(new Node.Link(node, name)));
    }
  }

  private boolean isName(WireBytes name) {
    evicted += name.length() > ExtractLimits.NAME ? 1 : 0;
    return name.isName();
  }

  private void attach(Node node, Node.Link link) {
    if (node.links().size() == ExtractLimits.LINKS) {
      evicted++;
      return;
    }
    node.link(link);
    byName.put(link, node);
  }

  private void detach(Node.Link link) {
    Node node = byName.remove(link);
    if (node != null) {
      node.unlink(link);
      if (node.key().filter(link::equals).isPresent()) {
        // Another file may come by this name.
        alone(node, link);
      }
    }
  }

  private void rekey(Node node, Node.Link old, Node.Link link) {
    if (node.key().filter(old::equals).isPresent()) {
      nodes.remove(old);
      node.key(link);
      nodes.put(link, node);
    }
  }

  private Optional<Node> add(Object key) {
    if (nodes.size() >= limit && !evictOne()) {
      evicted++;
      return Optional.empty();
    }
    Node node = new Node(key);
    nodes.put(key, node);
    return Optional.of(node);
  }

  private boolean evictOne() {
    List<Object> busy = new ArrayList<>();
    Node idle = null;
    Iterator<Node> eldest = nodes.values().iterator();
    for (int i = 0; i < TRIES && eldest.hasNext() && idle == null; i++) {
      Node node = eldest.next();
      if (node.isIdle()) {
        idle = node;
      } else {
        node.key().ifPresent(busy::add);
      }
    }
    // They are not looked at again soon.
    busy.forEach(nodes::get);
    if (idle == null) {
      return false;
    }
    evicted++;
    idle.key().ifPresent(nodes::remove);
    idle.key(null);
    unlocated(idle);
    for (Node.Link link : List.copyOf(idle.links())) {
      byName.remove(link);
      idle.unlink(link);
    }
    return true;
  }
}
