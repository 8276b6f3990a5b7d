package org.rdmadump.capture;

import java.io.IOException;

/** Inflates one input of a compression, whatever number of members or frames it has. */
interface Decompression extends AutoCloseable {
  /**
   * Inflates the whole input. What was inflated before an exception is in {@code out}.
   *
   * @throws CorruptInputException if the input is cut, corrupt or goes on with something else
   * @throws IOException if the input cannot be read
   * @throws InterruptedException if nobody wants the rest
   */
  void inflate(CompressedInput in, InflatedBlocks out) throws IOException, InterruptedException;

  /** Frees native memory. */
  @Override
  void close();
}
