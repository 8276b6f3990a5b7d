package org.rdmadump.structure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Groups of names each of which reaches all the others of its group, by Tarjan's algorithm. */
final class Groups {
  private final Map<String, Set<String>> uses;
  private final Map<String, Integer> index = new HashMap<>();
  private final Deque<String> stack = new ArrayDeque<>();
  private final Set<String> onStack = new HashSet<>();
  private final List<Set<String>> groups = new ArrayList<>();

  private Groups(Map<String, Set<String>> uses) {
    this.uses = uses;
  }

  /** The groups of more than one name. */
  static Collection<Set<String>> of(Map<String, Set<String>> uses) {
    Groups all = new Groups(uses);
    for (String name : uses.keySet()) {
      if (!all.index.containsKey(name)) {
        all.visit(name);
      }
    }
    return all.groups;
  }

  private int visit(String name) {
    int at = index.size();
    int low = at;
    index.put(name, at);
    stack.push(name);
    onStack.add(name);
    for (String used : uses.getOrDefault(name, Set.of())) {
      if (!index.containsKey(used)) {
        low = Math.min(low, visit(used));
      } else if (onStack.contains(used)) {
        low = Math.min(low, index.get(used));
      }
    }
    if (low == at) {
      close(name);
    }
    return low;
  }

  private void close(String first) {
    Set<String> group = new TreeSet<>();
    String name;
    do {
      name = stack.pop();
      onStack.remove(name);
      group.add(name);
    } while (!name.equals(first));
    if (group.size() > 1) {
      groups.add(group);
    }
  }
}
