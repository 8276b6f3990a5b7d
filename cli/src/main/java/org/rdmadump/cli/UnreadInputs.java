package org.rdmadump.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.capture.MergeListener;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.capture.TooManyOpenException;
import org.rdmadump.finding.Counted;

/** What is to be said of inputs that were not read to their end. */
final class UnreadInputs implements MergeListener {
  private final Set<String> inFolders = new HashSet<>();
  private final List<InputDamage> damages = new ArrayList<>();
  private final List<IOException> failures = new ArrayList<>();
  private final List<String> notCaptures = new ArrayList<>();

  /** What is said of the first of those if it is alone. */
  private String firstNotCapture = "";

  /** Lines for files in folders that may be captures, in a format that is not read. */
  private final List<String> otherFormats = new ArrayList<>();

  private final Optional<Messages> atOnce;
  private boolean damaged;

  /** Inputs that overlap with too many others, which is said of them all at once. */
  private int tooMany;

  private String firstTooMany = "";

  /** To be said at the end. */
  UnreadInputs() {
    this.atOnce = Optional.empty();
  }

  /** To be said at once, because the end may be far. */
  UnreadInputs(Messages err) {
    this.atOnce = Optional.of(err);
  }

  /** Notes that a file was not named but found in a folder, where other files may be too. */
  void ofFolder(String name) {
    inFolders.add(name);
  }

  boolean isOfFolder(String name) {
    return inFolders.contains(name);
  }

  @Override
  public void damaged(CaptureInput input, Damage damage, long frame) {
    add(new InputDamage(text(input.name(), damage), frame));
  }

  @Override
  public void failed(CaptureInput input, IOException why) {
    String line = Inputs.display(input.name()) + ": " + Inputs.reason(why);
    if (why instanceof NotACaptureException e && isOfFolder(input.name())) {
      if (e.isOtherFormat()) {
        otherFormats.add(line);
      } else {
        firstNotCapture = notCaptures.isEmpty() ? line : firstNotCapture;
        notCaptures.add(input.name());
      }
      return;
    }
    if (why instanceof TooManyOpenException) {
      damaged = true;
      if (tooMany++ == 0) {
        firstTooMany = line;
      }
      return;
    }
    add(new InputDamage(line, 0));
    failures.add(why);
  }

  private void add(InputDamage problem) {
    damaged = true;
    if (atOnce.isPresent()) {
      atOnce.get().say(problem.text());
    } else {
      damages.add(problem);
    }
  }

  /** {@return whether there is one that was not read to its end, also if that was said} */
  boolean isAnyDamaged() {
    return damaged;
  }

  /** {@return damage for a person} */
  static String text(String name, Damage damage) {
    return Inputs.display(name) + ": " + damage.message() + ", at byte " + damage.byteOffset();
  }

  /** {@return each input that is damaged or could not be read, if not said already} */
  List<InputDamage> damages() {
    if (tooMany == 0) {
      return damages;
    }
    List<InputDamage> all = new ArrayList<>(damages);
    int others = tooMany - 1;
    String also = ", nor could " + others + (others == 1 ? " other" : " others");
    all.add(new InputDamage(firstTooMany + (others == 0 ? "" : also), 0));
    return all;
  }

  /** {@return a line for the files in folders that are not captures} */
  List<String> passedOver() {
    List<String> lines = new ArrayList<>();
    if (!otherFormats.isEmpty()) {
      int alike = otherFormats.size() - 1;
      lines.add(
          otherFormats.get(0)
              + (alike == 0 ? "" : "; " + Counted.of(alike, "other file") + " likewise"));
    }
    if (notCaptures.isEmpty()) {
      return lines;
    }
    String first = notCaptures.get(0);
    int others = notCaptures.size() - 1;
    lines.add(
        first
            + (others == 0 ? "" : " and " + others + (others == 1 ? " other file" : " other files"))
            + (others == 0 ? ": not a capture, skipped" : ": not captures, skipped"));
    return lines;
  }

  /** {@return whether there is none of {@code names} that could be opened} */
  boolean areAll(List<String> names) {
    return failures.size() + notCaptures.size() + otherFormats.size() == names.size();
  }

  /** {@return that none can be opened} */
  CommandFailure all() {
    List<String> why = new ArrayList<>();
    damages.forEach(each -> why.add(each.text()));
    if (failures.isEmpty() && otherFormats.isEmpty() && !notCaptures.isEmpty()) {
      why.add(
          notCaptures.size() == 1
              ? firstNotCapture
              : notCaptures.get(0)
                  + " and the other files there: not captures, there is nothing to read");
    } else {
      why.addAll(passedOver());
    }
    return CommandFailure.unreadable(
        String.join("; ", why), failures.isEmpty() ? new IOException() : failures.get(0));
  }
}
