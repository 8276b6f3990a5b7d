package org.rdmadump.analysis.extract;

import java.io.IOException;

/**
 * Passes on what messages say about the content of files only while that is wanted, and what they
 * say about names at any time: a file keeps its name whichever messages are chosen.
 */
public final class ChosenFileEvents implements FileEventSink {
  private final FileEventSink to;
  private boolean content = true;

  /** Passes on to {@code to}, at first all. */
  public ChosenFileEvents(FileEventSink to) {
    this.to = to;
  }

  /** Says whether what comes next about content is passed on. */
  public void passContent(boolean wanted) {
    content = wanted;
  }

  @Override
  public void event(FileEvent event) throws IOException {
    boolean ofContent =
        event instanceof FileEvent.Data
            || event instanceof FileEvent.MovedUnknown
            || event instanceof FileEvent.Located
            || event instanceof FileEvent.Resized;
    if (content || !ofContent) {
      to.event(event);
    }
  }
}
