package org.rdmadump.nfs;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Rule;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/** What is wrong with operations that could be read. */
final class Nfs4Review {
  private static final int LAST_MINOR_VERSION = 2;

  private final Nfs4Operation[] operations;
  private final List<Nfs4Problem> problems;

  Nfs4Review(Nfs4Operation[] operations, List<Nfs4Problem> problems) {
    this.operations = operations;
    this.problems = problems;
  }

  /**
   * Looks for operations, attributes and other values that a minor version does not have.
   *
   * @param called of results, the operations of their call, as far as they are known
   */
  void minorVersion(long minorVersion, long position, boolean isCallback, Nfs4Operation[] called) {
    if (minorVersion > LAST_MINOR_VERSION) {
      problems.add(
          new Nfs4Problem(
              NfsRules.UNKNOWN_MINOR_VERSION, -1, position, "minor version " + minorVersion));
    }
    for (Nfs4Operation each : operations) {
      int facts = each.facts();
      if (Nfs4Operations.isOfOther(facts, minorVersion) && each.body().isPresent()) {
        otherVersion(each, Nfs4Operations.since(facts), minorVersion);
      }
      long attribute =
          Nfs4Operations.hasAttributes(facts)
              ? Nfs4Attributes.behind(minorVersion, each, isCallback, asked(each, called))
              : Nfs4Attributes.NONE;
      if (attribute != Nfs4Attributes.NONE) {
        otherAttribute(each, attribute, minorVersion);
      }
      for (String value : Nfs4LaterValues.of(minorVersion, each, isCallback)) {
        otherValue(each, value, minorVersion);
      }
    }
  }

  private static @Nullable Nfs4Operation asked(Nfs4Operation each, Nfs4Operation[] called) {
    Nfs4Operation asked = each.index() < called.length ? called[each.index()] : null;
    return asked != null && asked.number() == each.number() ? asked : null;
  }

  // What all compounds go through has no texts in it: they are few, and much code.

  private void otherVersion(Nfs4Operation each, int since, long minorVersion) {
    problem(
        NfsRules.OTHER_MINOR_VERSION,
        each,
        each.name() + " is of minor version " + since + ", not of " + minorVersion);
  }

  private void otherAttribute(Nfs4Operation each, long attribute, long minorVersion) {
    problem(
        NfsRules.ATTRIBUTE_OF_OTHER_MINOR_VERSION,
        each,
        "attribute " + attribute + " in minor version " + minorVersion);
  }

  private void otherValue(Nfs4Operation each, String value, long minorVersion) {
    problem(
        NfsRules.VALUE_OF_OTHER_MINOR_VERSION,
        each,
        each.name() + ": " + value + ", not of " + minorVersion);
  }

  /** Compares the status of a reply with those of its results, if all of these were found. */
  void status(Optional<XdrNumber> status, long announced) {
    int count = operations.length;
    for (int i = 0; i < count; i++) {
      if (i + 1 < announced && operations[i].isFailed()) {
        behindFailure(operations[i], announced);
      }
    }
    if (count > 0 && count == announced && status.isPresent()) {
      Nfs4Operation last = operations[count - 1];
      long said = last.statusNumber();
      if (said != ResultStatus.NONE && said != status.get().value()) {
        otherStatus(last, status.get());
      }
    }
  }

  private void behindFailure(Nfs4Operation each, long announced) {
    problem(
        NfsRules.RESULT_BEHIND_FAILURE,
        each,
        each.name()
            + " failed, but "
            + Counted.of(announced - each.index() - 1, "result")
            + " after it");
  }

  private void otherStatus(Nfs4Operation last, XdrNumber whole) {
    problem(
        NfsRules.STATUS_DIFFERS,
        last,
        "status "
            + whole.text()
            + ", that of the last result "
            + last.status().orElseThrow().text());
  }

  /**
   * Compares results with what was called for.
   *
   * @param called operations of the call, as far as they could be found
   * @param all whether these are all of them
   */
  void call(Nfs4Operation[] called, boolean all) {
    for (int i = 0; i < operations.length; i++) {
      Nfs4Operation each = operations[i];
      Nfs4Operation asked = i < called.length ? called[i] : null;
      long number = each.number();
      boolean same = asked == null ? !all : asked.number() == number;
      if (!same && number != Nfs4Operations.ILLEGAL) {
        otherOperation(each, asked);
        return;
      }
      if (asked != null && Nfs4Operations.hasCounts(each.facts())) {
        counts(asked, each);
      }
    }
  }

  /**
   * Looks at results of which all were found, and that are fewer than the operations of their call:
   * the last one must have failed.
   *
   * @param status that of the whole
   * @param called operations of the call, as far as they could be found
   * @param asked number of the operations of the call
   */
  void fewerResults(XdrNumber status, Nfs4Operation[] called, long asked) {
    int count = operations.length;
    boolean done = count == 0 || operations[count - 1].isDone();
    if (done && status.value() == ResultStatus.OK) {
      String without = count < called.length ? "; " + called[count].name() + " has none" : "";
      problems.add(
          new Nfs4Problem(
              NfsRules.OPERATION_WITHOUT_RESULT,
              count,
              status.start(),
              status.text()
                  + " with "
                  + Counted.of(count, "result")
                  + " for "
                  + Counted.of(asked, "operation")
                  + without));
    }
  }

  private void otherOperation(Nfs4Operation each, @Nullable Nfs4Operation asked) {
    problem(
        NfsRules.RESULT_OF_OTHER_OPERATION,
        each,
        each.name() + " where the call has " + (asked == null ? "nothing" : asked.name()));
  }

  private void counts(Nfs4Operation asked, Nfs4Operation each) {
    XdrValue arguments = Nfs4Operation.bodyOf(asked.union());
    XdrValue results = Nfs4Operation.bodyOf(each.union());
    Optional<String> counts =
        arguments == null || results == null
            ? Optional.empty()
            : NfsCounts.judge(arguments, results);
    if (counts.isPresent()) {
      problem(NfsRules.COUNT_DIFFERS, each, each.name() + ": " + counts.get());
    }
  }

  private void problem(Rule rule, Nfs4Operation operation, String message) {
    problems.add(new Nfs4Problem(rule, operation.index(), operation.position(), message));
  }
}
