package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rdmadump.analysis.VisibleText;

/**
 * A call with its reply, without what differs from one run to the next.
 *
 * @param subject path of the file; {@code file 1}, {@code file 2} for handles without a name; the
 *     connection for calls without a file
 * @param overlaps whether it was sent while an earlier call of its subject, or one that overlaps
 *     with that, was still unanswered
 * @param protocol such as {@code NFS v4.1}
 * @param operation the main operation, or the procedure
 * @param operations all of the compound; else the procedure
 * @param arguments what the call asks for, as {@link ArgumentTexts} has it
 * @param result status of the reply and what it returned
 * @param callChunks header procedure and chunks of the call
 * @param replyChunks of the reply, likewise
 * @param place where it is, for a person
 */
record BehavedCall(
    String subject,
    boolean overlaps,
    String protocol,
    String operation,
    List<String> operations,
    String arguments,
    String result,
    String callChunks,
    String replyChunks,
    String place) {
  private static final String OVERLAP = "~ ";
  private static final String COLUMN = " | ";
  private static final Pattern COLUMN_END = Pattern.compile(Pattern.quote(COLUMN));
  private static final int COLUMNS = 8;

  /** Beginning of the subject of a handle without a name; its number follows. */
  private static final String NAMELESS = "file ";

  /** What is asked for: calls of two runs that agree in it are the same call. */
  record Key(
      String subject,
      String protocol,
      String operation,
      List<String> operations,
      String arguments) {
    /** {@return the same, whatever the arguments} */
    Key ofAnyArguments() {
      return new Key(subject, protocol, operation, operations, "");
    }
  }

  /** Text as it stands in a column. */
  static String column(String text) {
    StringBuilder escaped = new StringBuilder();
    VisibleText.escape(text, escaped);
    return escaped.toString().replace(" |", " \\u007c");
  }

  /** {@return the call that a line of a golden file says; empty if it says none} */
  static Optional<BehavedCall> read(String line, String place) {
    boolean overlaps = line.startsWith(OVERLAP);
    String[] columns =
        COLUMN_END.split(overlaps ? line.substring(OVERLAP.length()) : line, /* limit= */ -1);
    return columns.length != COLUMNS
        ? Optional.empty()
        : Optional.of(
            new BehavedCall(
                columns[0],
                overlaps,
                columns[1],
                columns[2],
                List.of(columns[3].split(" ")),
                columns[4],
                columns[5],
                columns[6],
                columns[7],
                place));
  }

  /** {@return the line of a golden file} */
  String line() {
    return (overlaps ? OVERLAP : "")
        + String.join(
            COLUMN,
            subject,
            protocol,
            operation,
            String.join(" ", operations),
            arguments,
            result,
            callChunks,
            replyChunks);
  }

  /** {@return the subject of a handle without a name, numbered from 1} */
  static String nameless(int number) {
    return NAMELESS + number;
  }

  /** Whether its subject is a handle without a name. */
  boolean isNameless() {
    return subject.startsWith(NAMELESS);
  }

  /** {@return the same of a subject, marked if it overlaps} */
  BehavedCall of(String other, boolean isOverlapping) {
    return new BehavedCall(
        other,
        isOverlapping,
        protocol,
        operation,
        operations,
        arguments,
        result,
        callChunks,
        replyChunks,
        place);
  }

  /** {@return what is compared of it; empty if it is left out} */
  Optional<Key> key(Set<String> ignored) {
    return ignored.contains(operation)
        ? Optional.empty()
        : Optional.of(
            new Key(
                subject,
                protocol,
                operation,
                operations.stream().filter(each -> !ignored.contains(each)).toList(),
                ArgumentTexts.withoutDigests(asked(ignored))));
  }

  /** {@return its arguments without those of some operations of a compound} */
  String asked(Set<String> ignored) {
    return ArgumentTexts.without(ignored, arguments);
  }

  /** {@return what it is, for a person} */
  String described() {
    return (named() + " " + ArgumentTexts.ofMain(arguments)).strip();
  }

  /** {@return its operation and file} */
  String named() {
    return operation + " " + subject;
  }
}
