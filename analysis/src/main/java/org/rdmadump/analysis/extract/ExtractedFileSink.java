package org.rdmadump.analysis.extract;

import java.io.IOException;

/** Takes the files of an extraction as they are put into the output folder. */
public interface ExtractedFileSink {
  /** Takes one. */
  void file(ExtractedFile file) throws IOException;
}
