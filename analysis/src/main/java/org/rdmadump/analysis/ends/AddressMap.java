package org.rdmadump.analysis.ends;

import java.util.HashMap;
import java.util.Map;

/** What B calls the addresses of A, where something between the captures translates them. */
final class AddressMap {
  private final Map<Long, Map<Long, Integer>> votes = new HashMap<>();
  private final Map<Long, Long> translated = new HashMap<>();
  private final Map<Long, Long> back = new HashMap<>();

  /** Notes that a packet with an address of A has another one, or the same, in B. */
  void vote(long a, long b) {
    votes.computeIfAbsent(a, any -> new HashMap<>()).merge(b, 1, Integer::sum);
  }

  /** Takes for each address what most packets say. */
  void decide() {
    votes.forEach(
        (a, all) -> {
          long most =
              all.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
          if (most != a) {
            translated.put(a, most);
            back.put(most, a);
          }
        });
    votes.clear();
  }

  /** {@return what B calls it} */
  long inB(long a) {
    return translated.isEmpty() ? a : translated.getOrDefault(a, a);
  }

  /** {@return what A calls it} */
  long inA(long b) {
    return back.isEmpty() ? b : back.getOrDefault(b, b);
  }

  /** {@return addresses that differ} */
  int size() {
    return translated.size();
  }
}
