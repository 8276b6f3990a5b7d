package org.rdmadump.cli;

import java.util.Optional;

/**
 * How the verb {@code devices} runs.
 *
 * @param format what devices are listed as
 * @param sysfs a copy of sysfs to read; empty for that of this machine
 */
record DevicesSettings(OutputFormat format, Optional<String> sysfs) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static DevicesSettings of(Arguments arguments) throws UsageException {
    DevicesSettings settings =
        new DevicesSettings(DumpSettings.format(arguments), arguments.value(CommandOption.SYSFS));
    if (!arguments.words().isEmpty()) {
      throw new UsageException(
          "devices lists all devices and takes no "
              + arguments.words().get(0)
              + ", try devices --help");
    }
    return settings;
  }
}
