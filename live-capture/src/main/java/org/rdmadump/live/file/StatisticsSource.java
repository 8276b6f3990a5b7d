package org.rdmadump.live.file;

import org.rdmadump.capture.InterfaceStatistics;

/** Provides the statistics of captured devices. */
public interface StatisticsSource {
  /**
   * {@return the current statistics of a device}
   *
   * @param device index of the device
   */
  InterfaceStatistics statistics(int device);
}
