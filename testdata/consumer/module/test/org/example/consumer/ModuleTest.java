package org.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcMessage;

/** The program runs as a module, over modules. */
class ModuleTest {
  private final Module program = Operations.class.getModule();

  @Test
  void shouldReadACaptureOnTheModulePath() throws IOException {
    Path capture = Path.of(System.getProperty("captures"), "rocev2/rocev2-nfs41-any-nano.pcap");

    assertEquals(7, Operations.of(capture).get("READ"));
    assertEquals("org.example.consumer", program.getName());
    assertEquals("org.rdmadump", RdmaCapture.class.getModule().getName());
  }

  @Test
  void shouldSeeOnlyWhatIsMeantForPrograms() {
    Module messages = RpcMessage.class.getModule();

    assertTrue(messages.isExported("org.rdmadump.rpcrdma", program));
    assertTrue(messages.getPackages().contains("org.rdmadump.rpcrdma.decode"));
    assertFalse(messages.isExported("org.rdmadump.rpcrdma.decode", program));
  }
}
