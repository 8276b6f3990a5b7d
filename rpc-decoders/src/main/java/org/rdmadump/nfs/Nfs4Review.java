package org.rdmadump.nfs;

import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Rule;
import org.rdmadump.xdr.decode.XdrNumber;

/** What is wrong with operations that could be read. */
final class Nfs4Review {
  private static final int LAST_MINOR_VERSION = 2;

  private final boolean callback;
  private final List<Nfs4Operation> operations;
  private final List<Nfs4Problem> problems;

  Nfs4Review(boolean callback, List<Nfs4Operation> operations, List<Nfs4Problem> problems) {
    this.callback = callback;
    this.operations = operations;
    this.problems = problems;
  }

  /** Looks for operations and attributes that a minor version does not have. */
  void minorVersion(long minorVersion, long position) {
    if (minorVersion > LAST_MINOR_VERSION) {
      problems.add(
          new Nfs4Problem(
              NfsRules.UNKNOWN_MINOR_VERSION, -1, position, "minor version " + minorVersion));
    }
    for (int i = 0; i < operations.size(); i++) {
      Nfs4Operation each = operations.get(i);
      int since = Nfs4Operations.since(each.number(), callback);
      boolean gone = minorVersion > 0 && !callback && Nfs4Operations.isOnlyOf0(each.number());
      if ((since > minorVersion || gone) && each.body().isPresent()) {
        problem(
            NfsRules.OTHER_MINOR_VERSION,
            each,
            each.name() + " is of minor version " + since + ", not of " + minorVersion);
      }
      long attribute = callback ? Nfs4Attributes.NONE : Nfs4Attributes.behind(minorVersion, each);
      if (attribute != Nfs4Attributes.NONE) {
        problem(
            NfsRules.ATTRIBUTE_OF_OTHER_MINOR_VERSION,
            each,
            "attribute " + attribute + " in minor version " + minorVersion);
      }
    }
  }

  /** Compares the status of a reply with those of its results, if all of these were found. */
  void status(Optional<XdrNumber> status, long announced) {
    for (int i = 0; i < operations.size(); i++) {
      Nfs4Operation each = operations.get(i);
      if (i + 1 < announced && each.isFailed()) {
        problem(
            NfsRules.RESULT_BEHIND_FAILURE,
            each,
            each.name()
                + " failed, but "
                + Counted.of(announced - each.index() - 1, "result")
                + " after it");
      }
    }
    if (status.isEmpty() || operations.isEmpty() || operations.size() != announced) {
      return;
    }
    Nfs4Operation last = operations.get(operations.size() - 1);
    long said = last.statusNumber();
    if (said != ResultStatus.NONE && said != status.get().value()) {
      problem(
          NfsRules.STATUS_DIFFERS,
          last,
          "status "
              + status.get().text()
              + ", that of the last result "
              + last.status().orElseThrow().text());
    }
  }

  /**
   * Compares results with what was called for.
   *
   * @param called operations of the call, as far as they could be found
   * @param all whether these are all of them
   */
  void call(List<Nfs4Operation> called, boolean all) {
    for (int i = 0; i < operations.size(); i++) {
      Nfs4Operation each = operations.get(i);
      boolean there = i < called.size();
      boolean same = there ? called.get(i).number() == each.number() : !all;
      if (!same && each.number() != Nfs4Operations.ILLEGAL) {
        String what = there ? called.get(i).name() : "nothing";
        problem(
            NfsRules.RESULT_OF_OTHER_OPERATION, each, each.name() + " where the call has " + what);
        return;
      }
      boolean counted =
          there && (each.number() == Nfs4Operations.READ || each.number() == Nfs4Operations.WRITE);
      if (counted && each.body().isPresent() && called.get(i).body().isPresent()) {
        Optional<String> counts = NfsCounts.judge(called.get(i).body().get(), each.body().get());
        if (counts.isPresent()) {
          problem(NfsRules.COUNT_DIFFERS, each, each.name() + ": " + counts.get());
        }
      }
    }
  }

  private void problem(Rule rule, Nfs4Operation operation, String message) {
    problems.add(new Nfs4Problem(rule, operation.index(), operation.position(), message));
  }
}
