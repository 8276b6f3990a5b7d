package org.rdmadump;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.FrameSource;

/** Where the frames of a capture come from: files, which each pass opens, or what is read once. */
final class CaptureInputs {
  private final Opener opener;
  private final boolean repeatable;

  /** Opened ahead of the first pass. */
  private Optional<OpenInput> ready = Optional.empty();

  private boolean opened;

  private CaptureInputs(Opener opener, boolean repeatable) {
    this.opener = opener;
    this.repeatable = repeatable;
  }

  private interface Opener {
    OpenInput open() throws IOException;
  }

  /** {@return files, merged by time; opened here, so that what is no capture is known at once} */
  static CaptureInputs of(List<CaptureInput> files) throws IOException {
    List<CaptureInput> inputs = List.copyOf(files);
    boolean repeatable = inputs.stream().allMatch(CaptureInput::isRepeatable);
    CaptureInputs all = new CaptureInputs(() -> OpenInput.of(inputs), repeatable);
    all.ready = Optional.of(all.open());
    return all;
  }

  /** {@return a source, which is read once} */
  static CaptureInputs of(FrameSource source) {
    OpenInput only = OpenInput.of(source);
    CaptureInputs once = new CaptureInputs(() -> only, /* repeatable= */ false);
    once.ready = Optional.of(only);
    once.opened = true;
    return once;
  }

  /** {@return whether it can be opened again} */
  boolean isRepeatable() {
    return repeatable;
  }

  /**
   * Opens it, at its beginning.
   *
   * @throws IllegalStateException if it can be read once, and was
   */
  OpenInput open() throws IOException {
    if (ready.isPresent()) {
      OpenInput first = ready.get();
      ready = Optional.empty();
      return first;
    }
    if (opened && !repeatable) {
      throw new IllegalStateException(
          "this capture is a pipe or a live source: it can be read once, and was");
    }
    opened = true;
    return opener.open();
  }

  /** Closes what no pass has taken. */
  void close() throws IOException {
    if (ready.isPresent()) {
      ready.get().close();
      ready = Optional.empty();
    }
  }
}
