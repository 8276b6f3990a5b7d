package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test over the stand-in, which has to get everything back, by the rules. */
abstract class StandInTest {
  @TempDir Path folder;

  FakeCm fake;
  RdmaCm cm;

  @BeforeEach
  final void openStandIn() throws Exception {
    fake = FakeCm.in(folder);
    cm = RdmaCm.open();
  }

  @AfterEach
  final void shouldHaveLeftNothing() throws Exception {
    fake.heal();
    cm.close();
    assertThat(cm.closingFailures()).isEmpty();
    fake.shouldBeLeftClean();
    FakeCm.forget();
  }
}
