package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test over the device of the lab, which takes everything back. */
abstract class RealDeviceTest {
  RdmaCm cm;

  @BeforeEach
  final void openLibraries() throws Exception {
    cm = RdmaCm.open();
  }

  @AfterEach
  final void shouldTakeEverythingBack() {
    cm.close();
    assertThat(cm.closingFailures()).isEmpty();
  }
}
