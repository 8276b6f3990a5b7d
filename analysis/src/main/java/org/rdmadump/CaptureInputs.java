package org.rdmadump;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.MergeListener;
import org.rdmadump.capture.MergedSource;

/** Where the frames of a capture come from: files, which can be read again, or a source. */
sealed interface CaptureInputs {
  /** {@return whether it can be opened again} */
  boolean isRepeatable();

  /** Opens it, at its beginning. */
  FrameSource open() throws IOException;

  /** {@return the same, to be opened beside this; empty if it cannot be opened again} */
  Optional<CaptureInputs> again();

  /** {@return what was wrong with the input that was opened last, a line each} */
  List<String> problems();

  /** Files, merged by time. */
  final class Files implements CaptureInputs {
    private final List<CaptureInput> inputs;
    private final List<String> problems = new ArrayList<>();

    Files(List<CaptureInput> inputs) {
      this.inputs = List.copyOf(inputs);
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public Optional<CaptureInputs> again() {
      return Optional.of(new Files(inputs));
    }

    @Override
    public FrameSource open() throws IOException {
      problems.clear();
      return inputs.size() == 1 ? inputs.get(0).open() : merged();
    }

    private FrameSource merged() throws IOException {
      List<IOException> failures = new ArrayList<>();
      MergedSource merged =
          MergedSource.open(
              inputs,
              new MergeListener() {
                @Override
                public void damaged(CaptureInput input, Damage damage) {
                  problems.add(input.name() + ": " + damage.message());
                }

                @Override
                public void failed(CaptureInput input, IOException why) {
                  problems.add(input.name() + ": " + why.getMessage());
                  failures.add(why);
                }
              });
      if (merged.isEmpty() && failures.size() == inputs.size()) {
        merged.close();
        throw failures.get(0);
      }
      return merged;
    }

    @Override
    public List<String> problems() {
      return List.copyOf(problems);
    }
  }

  /** A source that is read once. */
  final class Once implements CaptureInputs {
    private final FrameSource source;
    private boolean opened;

    Once(FrameSource source) {
      this.source = source;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public Optional<CaptureInputs> again() {
      return Optional.empty();
    }

    @Override
    public FrameSource open() {
      if (opened) {
        throw new IllegalStateException("a source that is no file can be read once");
      }
      opened = true;
      return source;
    }

    @Override
    public List<String> problems() {
      return List.of();
    }
  }
}
