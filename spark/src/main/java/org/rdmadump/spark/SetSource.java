package org.rdmadump.spark;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.MergeListener;
import org.rdmadump.capture.MergedSource;

/**
 * The frames of a capture, read by the file systems of Hadoop, and what is wrong with its files.
 */
final class SetSource implements MergeListener, Closeable {
  private final InputSet set;
  private final FrameSource frames;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * Opens the files: one after the other if they follow each other.
   *
   * @throws IOException if there is one file only, and it cannot be read as a capture
   */
  SetSource(InputSet set, Configuration configuration) throws IOException {
    this.set = set;
    if (set.files().size() == 1) {
      frames = CaptureFile.open(open(set.name(), configuration), set.name());
    } else {
      List<CaptureInput> inputs = new ArrayList<>();
      for (InputFile each : set.files()) {
        String path = each.path();
        inputs.add(CaptureInput.of(() -> open(path, configuration), path, each.length()));
      }
      frames = MergedSource.open(inputs, this);
    }
  }

  private static InputStream open(String file, Configuration configuration) throws IOException {
    Path path = new Path(file);
    return path.getFileSystem(configuration).open(path);
  }

  /** {@return the frames} */
  FrameSource frames() {
    return frames;
  }

  /**
   * {@return what is wrong, as far as was read}
   *
   * @param count how many frames that are
   */
  List<Problem> problems(long count) {
    List<Problem> all = new ArrayList<>(problems);
    frames
        .damage()
        .ifPresent(each -> all.add(Problem.of(set.name(), each, Math.min(each.frame(), count))));
    return all;
  }

  @Override
  public void damaged(CaptureInput input, Damage damage, long frame) {
    problems.add(Problem.of(input.name(), damage, frame));
  }

  @Override
  public void failed(CaptureInput input, IOException why) {
    problems.add(Problem.of(input.name(), why));
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
