package org.example.consumer.verbs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.rdmadump.rdmacm.CmEvent;
import org.rdmadump.rdmacm.CompletionChannel;
import org.rdmadump.rdmacm.CompletionQueue;
import org.rdmadump.rdmacm.EventChannel;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.WorkCompletion;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.SendFlags;

/** A server of many clients: one thread takes all events, another all completions. */
public final class EventLoop {
  private static final int SIZE = 1024;

  private EventLoop() {}

  /** A client; the context of its queue pair. Each message is sent back from where it arrived. */
  private static final class Client {
    private final RdmaCmId id;
    private final QueuePair queues;
    private final MemoryRegion memory;

    private Client(RdmaCmId id, CompletionQueue queue) throws IOException, InterruptedException {
      this.id = id;
      this.queues =
          id.createQueuePair(
              QueuePairAttributes.reliable(QueuePairCapabilities.of(1, 1))
                  .withSignalAll(true)
                  .withSendQueue(queue)
                  .withReceiveQueue(queue)
                  .withContext(this));
      this.memory = id.registerMessages(ByteBuffer.allocateDirect(SIZE));
      queues.postReceive(0, memory, 0, SIZE);
      id.accept();
    }

    /** Takes a completion; a failure ends this client only. */
    private void completed(WorkCompletion done) throws InterruptedException {
      try {
        if (!done.isSuccess()) {
          id.disconnect();
        } else if (done.opcode() == CompletionOpcode.RECEIVE) {
          queues.postSend(done.length(), memory, 0, done.length(), SendFlags.NONE);
        } else {
          queues.postReceive(0, memory, 0, SIZE);
        }
      } catch (IOException | IllegalStateException e) {
        // It has left, or was closed meanwhile: the other thread gets the event.
      }
    }
  }

  /** Takes an address of an RDMA device, a port, and after how many clients it ends. */
  public static void main(String[] arguments) throws Exception {
    int clients = Integer.parseInt(arguments[2]);
    try (RdmaCm cm = RdmaCm.open()) {
      EventChannel events = cm.createEventChannel();
      RdmaCmId listener = events.createId(PortSpace.TCP);
      listener.bindAddress(
          new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])));
      CompletionChannel completions = listener.device().createCompletionChannel();
      CompletionQueue queue = completions.createQueue(256);
      Thread worker = new Thread(() -> serve(completions, queue), "completions");
      worker.start();
      listener.listen(0);
      System.out.println("listening");
      for (int left = 0; left < clients; ) {
        try (CmEvent event = events.getEvent()) {
          switch (event.type()) {
            case CONNECT_REQUEST -> accept(event.id(), queue);
            case ESTABLISHED -> {}
            case DISCONNECTED, CONNECT_ERROR, UNREACHABLE, REJECTED -> {
              // Its queue pair and its memory are closed with it.
              event.id().close();
              left++;
            }
            default -> System.err.println(event);
          }
        }
      }
      worker.interrupt();
      worker.join();
    }
    System.out.println(clients + " clients");
  }

  private static void accept(RdmaCmId id, CompletionQueue queue) throws InterruptedException {
    try {
      new Client(id, queue);
    } catch (IOException | IllegalStateException e) {
      System.err.println(e.getMessage());
      id.close();
    }
  }

  private static void serve(CompletionChannel completions, CompletionQueue queue) {
    WorkCompletions done = new WorkCompletions(16);
    try {
      while (true) {
        // Completions that came before the request cause no event.
        queue.requestEvent();
        while (queue.poll(done) > 0) {
          for (int i = 0; i < done.size(); i++) {
            WorkCompletion each = done.get(i);
            // Of a client that was closed meanwhile, there is none.
            if (each.queuePairContext().orElse(null) instanceof Client client) {
              client.completed(each);
            }
          }
        }
        completions.getEvent();
      }
    } catch (InterruptedException e) {
      // All clients have left.
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }
}
