package org.example.consumer.verbs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/** A client: sends words to a server, and prints what comes back. */
public final class EchoClient {
  private static final int SIZE = 1024;
  private static final int MILLIS = 5000;

  private EchoClient() {}

  /** Takes the address and the port of the server, and words. */
  public static void main(String[] arguments) throws Exception {
    InetSocketAddress to = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId id = cm.createId(PortSpace.TCP)) {
      id.resolveAddress(to, MILLIS);
      id.resolveRoute(MILLIS);
      QueuePairCapabilities capabilities = QueuePairCapabilities.of(1, 1).withInline(64);
      QueuePair queues = id.createQueuePair(QueuePairAttributes.reliable(capabilities));
      MemoryRegion answers = id.registerMessages(ByteBuffer.allocateDirect(SIZE));
      WorkCompletions done = new WorkCompletions(1);
      id.connect(ConnectionParameters.DEFAULT);
      for (int i = 2; i < arguments.length; i++) {
        byte[] word = arguments[i].getBytes(StandardCharsets.UTF_8);
        queues.postReceive(0, answers, 0, SIZE);
        // Short messages need no registered memory.
        queues.postSendInline(0, ByteBuffer.allocateDirect(word.length).put(word).flip(), SendFlags.SIGNALED);
        queues.awaitSends(done);
        requireSuccess(done);
        queues.awaitReceives(done);
        requireSuccess(done);
        byte[] answer = new byte[done.get(0).length()];
        answers.buffer().get(0, answer);
        System.out.println(new String(answer, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static void requireSuccess(WorkCompletions done) throws IOException {
    if (!done.get(0).isSuccess()) {
      throw new IOException("the connection failed: " + done.get(0).status());
    }
  }
}
