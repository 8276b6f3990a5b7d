package org.rdmadump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FollowControl;
import org.rdmadump.capture.FollowedCapture;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.capture.MergeListener;
import org.rdmadump.capture.MergedSource;

/** The frames that one pass reads, and what is wrong with where they come from. */
final class OpenInput implements AutoCloseable {
  private final FrameSource source;

  /** Of the only file; empty if there are several, or none. */
  private final String name;

  private final Unread unread;

  private OpenInput(FrameSource source, String name, Unread unread) {
    this.source = source;
    this.name = name;
    this.unread = unread;
  }

  /** {@return what a source delivers} */
  static OpenInput of(FrameSource source) {
    return new OpenInput(source, "", new Unread());
  }

  /** {@return what a file has that is still being written} */
  static OpenInput following(Path start, FollowControl control) throws IOException {
    Unread unread = new Unread();
    return new OpenInput(FollowedCapture.open(start, control, unread), "", unread);
  }

  /**
   * {@return what files have, merged by time}
   *
   * @throws IOException if none of them can be read as a capture
   */
  static OpenInput of(List<CaptureInput> inputs) throws IOException {
    Unread unread = new Unread();
    if (inputs.size() == 1) {
      CaptureInput only = inputs.get(0);
      return new OpenInput(only.open(), only.name(), unread);
    }
    MergedSource merged = MergedSource.open(inputs, unread);
    if (merged.isEmpty() && unread.failures.keySet().containsAll(inputs)) {
      merged.close();
      throw unread.failures.values().iterator().next();
    }
    return new OpenInput(merged, "", unread);
  }

  /**
   * {@return an input as a later pass reads it} What could not be opened, such as a missing file or
   * an empty pipe, takes no pass away: it fails again in the same way.
   */
  CaptureInput again(CaptureInput input) {
    IOException why = unread.failures.get(input);
    return why == null || input.isRepeatable()
        ? input
        : CaptureInput.of(
            () -> {
              throw why;
            },
            input.name(),
            0);
  }

  /** {@return the frames} */
  FrameSource source() {
    return source;
  }

  /** {@return what was wrong so far, a line each} */
  List<String> problems() {
    List<String> all = otherProblems();
    source.damage().map(Damage::message).ifPresent(all::add);
    return all;
  }

  /** {@return as {@link #problems}, but for the source's own damage} */
  List<String> otherProblems() {
    return new ArrayList<>(unread.problems);
  }

  /**
   * {@return what was wrong so far, in the words of {@code rdmadump check}}
   *
   * @param frames read so far
   */
  List<InputDamage> damages(long frames) {
    List<InputDamage> all = new ArrayList<>(unread.damages);
    source
        .damage()
        .ifPresent(
            damage ->
                all.add(new InputDamage(text(name, damage), Math.min(damage.frame(), frames))));
    return all;
  }

  private static String text(String name, Damage damage) {
    return (name.isEmpty() ? "" : name + ": ")
        + damage.message()
        + ", at byte "
        + damage.byteOffset();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  /** What is told of several files that were not read to their end. */
  private static final class Unread implements MergeListener {
    private final List<String> problems = new ArrayList<>();
    private final List<InputDamage> damages = new ArrayList<>();
    private final Map<CaptureInput, IOException> failures = new LinkedHashMap<>();

    @Override
    public void damaged(CaptureInput input, Damage damage, long frame) {
      problems.add(input.name() + ": " + damage.message());
      damages.add(new InputDamage(text(input.name(), damage), frame));
    }

    @Override
    public void failed(CaptureInput input, IOException why) {
      String line = input.name() + ": " + CaptureInput.reason(why);
      problems.add(line);
      damages.add(new InputDamage(line, 0));
      failures.put(input, why);
    }
  }
}
