package org.rdmadump.live.file;

import org.rdmadump.capture.InterfaceStatistics;

/** Knows what is counted of the devices that are captured. */
public interface StatisticsSource {
  /** {@return what is known now of a device, by its index} */
  InterfaceStatistics statistics(int device);
}
