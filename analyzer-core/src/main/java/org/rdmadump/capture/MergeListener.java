package org.rdmadump.capture;

import java.io.IOException;

/** Is told of the captures of a {@link MergedSource} that could not be read to their end. */
public interface MergeListener {
  /** A capture ended before its end; what came before was delivered. */
  void damaged(CaptureInput input, Damage damage);

  /** A capture could not be opened, or no further be read. */
  void failed(CaptureInput input, IOException why);
}
