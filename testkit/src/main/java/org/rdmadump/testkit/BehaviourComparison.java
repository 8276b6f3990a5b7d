package org.rdmadump.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.rdmadump.finding.Counted;

/** What differs between the behaviour of a capture and that of its golden. */
final class BehaviourComparison {
  private static final int MOST_SHOWN = 10;
  private static final String NONE = "none";
  private static final String NEXT = "; ";

  private final Behaviour golden;
  private final Behaviour found;
  private final Tolerance tolerance;
  private final List<String> differences = new ArrayList<>();
  private final Set<Difference> kinds = EnumSet.noneOf(Difference.class);
  private int compared;

  /**
   * A call and its place in the order of its subject.
   *
   * @param subject that of the call, but nameless handles are numbered as they are compared
   * @param group how many groups of overlapping calls there were before
   */
  private record Placed(BehavedCall call, String subject, int group) {}

  /** The same call of both. */
  private record Pair(Placed golden, Placed found) {}

  BehaviourComparison(Behaviour golden, Behaviour found, Tolerance tolerance) {
    this.golden = golden;
    this.found = found;
    this.tolerance = tolerance;
    compareFacts();
    compareRules();
    compareCalls();
  }

  /**
   * {@return what an assertion fails with; empty if it holds}
   *
   * @param name of the golden
   */
  String failure(String name) {
    if (differences.isEmpty()) {
      return compared > 0 ? "" : "expected calls that " + name + " has too but there is none";
    }
    StringBuilder text = new StringBuilder("expected the behaviour of ");
    text.append(name)
        .append(differences.size() == 1 ? " but there is " : " but there are ")
        .append(Counted.of(differences.size(), "difference"));
    differences.stream().limit(MOST_SHOWN).forEach(each -> text.append("\n  ").append(each));
    if (differences.size() > MOST_SHOWN) {
      text.append("\n  and ").append(differences.size() - MOST_SHOWN).append(" more");
    }
    return text.append("\nTolerance.allowing(")
        .append(String.join(", ", kinds.stream().map(Difference::name).toList()))
        .append(differences.size() == 1 ? ") lets it pass" : ") lets them pass")
        .toString();
  }

  private void differ(Difference kind, String text) {
    if (!tolerance.allowed().contains(kind)) {
      kinds.add(kind);
      differences.add(kind + ": " + text);
    }
  }

  private void compareFacts() {
    Set<String> names = new TreeSet<>(golden.facts().keySet());
    names.addAll(found.facts().keySet());
    for (String name : names) {
      String before = golden.facts().getOrDefault(name, NONE);
      String now = found.facts().getOrDefault(name, NONE);
      if (!before.equals(now)) {
        differ(
            name.equals(Behaviour.TRANSPORT) ? Difference.TRANSPORT : Difference.CONNECTIONS,
            name + " is " + now + ", golden " + before);
      }
    }
  }

  private void compareRules() {
    Set<String> rules = new TreeSet<>(golden.rules());
    rules.addAll(found.rules());
    for (String rule : rules) {
      if (tolerance.takesRule(rule) && !(golden.rules().contains(rule) && has(rule))) {
        differ(
            Difference.FINDINGS,
            has(rule) ? rule + " is new: the golden has none" : rule + " of the golden is gone");
      }
    }
  }

  private boolean has(String rule) {
    return found.rules().contains(rule);
  }

  private void compareCalls() {
    List<Placed> ofGolden = placed(golden.calls());
    List<Placed> ofFound = placed(found.calls());
    Map<Placed, Placed> same = matched(ofGolden, ofFound, this::key);
    // Calls that differ in nothing but arguments are the same call with other arguments.
    Map<Placed, Placed> others =
        matched(
            without(ofGolden, same.keySet()),
            without(ofFound, same.values()),
            each -> key(each).ofAnyArguments());
    Map<String, List<Pair>> pairs = new LinkedHashMap<>();
    for (Placed before : ofGolden) {
      if (same.containsKey(before)) {
        Pair pair = new Pair(before, same.get(before));
        compare(before.call(), pair.found().call());
        pairs.computeIfAbsent(before.subject(), any -> new ArrayList<>()).add(pair);
      } else if (others.containsKey(before)) {
        compareArguments(before.call(), others.get(before).call());
      } else {
        differ(
            Difference.CALLS,
            before.call().described() + " is missing" + side("golden", before.call().place()));
      }
    }
    for (Placed now : without(without(ofFound, same.values()), others.values())) {
      differ(
          Difference.CALLS,
          now.call().described() + " is not in the golden" + side("capture", now.call().place()));
    }
    pairs.values().forEach(this::compareOrder);
  }

  /** Calls of both that have the same key, each in the order of sending. */
  private static Map<Placed, Placed> matched(
      List<Placed> golden, List<Placed> found, Function<Placed, BehavedCall.Key> key) {
    Map<BehavedCall.Key, Deque<Placed>> open = new HashMap<>();
    found.forEach(
        each -> open.computeIfAbsent(key.apply(each), any -> new ArrayDeque<>()).add(each));
    Map<Placed, Placed> matched = new HashMap<>();
    for (Placed before : golden) {
      Deque<Placed> same = open.getOrDefault(key.apply(before), new ArrayDeque<>());
      if (!same.isEmpty()) {
        matched.put(before, same.removeFirst());
      }
    }
    return matched;
  }

  private static List<Placed> without(List<Placed> all, Collection<Placed> some) {
    Set<Placed> left = new LinkedHashSet<>(all);
    some.forEach(left::remove);
    return List.copyOf(left);
  }

  private void compareArguments(BehavedCall before, BehavedCall now) {
    String a = before.asked(tolerance.operations());
    String b = now.asked(tolerance.operations());
    differ(
        Difference.CALLS,
        now.named()
            + ": other arguments"
            + side("golden", ArgumentTexts.difference(a, b) + NEXT + before.place())
            + side("capture", ArgumentTexts.difference(b, a) + NEXT + now.place()));
  }

  private BehavedCall.Key key(Placed placed) {
    BehavedCall call = placed.call();
    return call.of(placed.subject(), call.overlaps()).key(tolerance.operations()).orElseThrow();
  }

  /** The calls that are compared. Those that are left out give no handle its number. */
  private List<Placed> placed(List<BehavedCall> calls) {
    Map<String, Integer> groups = new HashMap<>();
    Map<String, String> nameless = new HashMap<>();
    List<Placed> placed = new ArrayList<>();
    for (BehavedCall each : calls) {
      int group = groups.merge(each.subject(), each.overlaps() ? 0 : 1, Integer::sum);
      if (each.key(tolerance.operations()).isPresent()) {
        String subject =
            each.isNameless()
                ? nameless.computeIfAbsent(
                    each.subject(), any -> BehavedCall.nameless(nameless.size() + 1))
                : each.subject();
        placed.add(new Placed(each, subject, group));
      }
    }
    return placed;
  }

  private void compare(BehavedCall before, BehavedCall now) {
    compared++;
    if (!ArgumentTexts.mayHaveSameBytes(
        before.asked(tolerance.operations()), now.asked(tolerance.operations()))) {
      compareArguments(before, now);
    }
    compare(Difference.RESULTS, before, now, before.result(), now.result(), "result");
    compareChunks(before, now, before.callChunks(), now.callChunks(), "call");
    compareChunks(before, now, before.replyChunks(), now.replyChunks(), "reply");
  }

  private void compareChunks(BehavedCall before, BehavedCall now, String a, String b, String what) {
    boolean isOfSegments = CallTexts.withoutSegments(a).equals(CallTexts.withoutSegments(b));
    compare(isOfSegments ? Difference.SEGMENTS : Difference.CHUNKS, before, now, a, b, what);
  }

  private void compare(
      Difference kind, BehavedCall before, BehavedCall now, String a, String b, String what) {
    if (!a.equals(b)) {
      differ(
          kind,
          now.described()
              + ": another "
              + what
              + side("golden", a + NEXT + before.place())
              + side("capture", b + NEXT + now.place()));
    }
  }

  private static String side(String name, String text) {
    return "\n      " + name + ": " + text;
  }

  /** Compares the order of the calls of a subject, which are in the order of the golden. */
  private void compareOrder(List<Pair> pairs) {
    Optional<Pair> latest = Optional.empty();
    Optional<Pair> latestBefore = Optional.empty();
    int group = 0;
    for (Pair each : pairs) {
      if (each.golden().group() != group) {
        group = each.golden().group();
        latestBefore = latest;
      }
      if (latestBefore.filter(it -> it.found().group() > each.found().group()).isPresent()) {
        BehavedCall other = latestBefore.get().found().call();
        differ(
            Difference.ORDER,
            each.found().call().described()
                + " is before "
                + other.described()
                + ", in the golden after it"
                + side("golden", each.golden().call().place())
                + side("capture", each.found().call().place()));
        return;
      }
      if (latest.filter(it -> it.found().group() >= each.found().group()).isEmpty()) {
        latest = Optional.of(each);
      }
    }
  }
}
