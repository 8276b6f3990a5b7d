package org.rdmadump.analysis.conformance;

import java.util.Arrays;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;

/**
 * A connection between a client and a server of NFS, over either transport, that is captured from
 * its beginning. Neither end says how much it takes inline, so that it is 1024 bytes.
 */
abstract class Wire {
  /** What it runs over. */
  enum Transport {
    ROCE {
      @Override
      Wire connect() {
        return new Roce();
      }
    },
    IWARP {
      @Override
      Wire connect() {
        return new Iwarp();
      }
    };

    /** A new connection; a packet has 1024 bytes of data over RoCE, 1000 over iWARP. */
    abstract Wire connect();
  }

  /** The client sends bytes. */
  abstract void send(byte[] message);

  /** The server sends bytes. */
  abstract void answer(byte[] message);

  /** The client sends a message. */
  final void call(RpcRdmaBuilder message) {
    send(message.bytes());
  }

  /** The server sends a message. */
  final void reply(RpcRdmaBuilder message) {
    answer(message.bytes());
  }

  /** The server writes by one RDMA Write. */
  abstract void write(int handle, long address, byte[] data);

  /** The server asks for bytes by one RDMA Read; what is returned has the client send them. */
  abstract Runnable ask(int handle, long address, byte[] data);

  /** The server's last packet is lost behind the capture: it sends it again. */
  abstract void repeatLast();

  /** What was captured. */
  abstract FrameSource source();

  /** The server writes to a segment by one RDMA Write for each part. */
  final void push(Segment segment, byte[] data, int... parts) {
    int at = 0;
    for (int part : parts) {
      write(segment.handle(), segment.offset() + at, Arrays.copyOfRange(data, at, at + part));
      at += part;
    }
  }

  /** The server reads a segment by one RDMA Read for each part. */
  final void pull(Segment segment, byte[] data, int... parts) {
    int at = 0;
    for (int part : parts) {
      ask(segment.handle(), segment.offset() + at, Arrays.copyOfRange(data, at, at + part)).run();
      at += part;
    }
  }

  private static final class Roce extends Wire {
    private final RpcConversation rpc = RpcConversation.connected();

    @Override
    void send(byte[] message) {
      rpc.client().send(message);
    }

    @Override
    void answer(byte[] message) {
      rpc.server().send(message);
    }

    @Override
    void write(int handle, long address, byte[] data) {
      rpc.server().write(handle, address, data);
    }

    @Override
    Runnable ask(int handle, long address, byte[] data) {
      ReadRequest request = rpc.server().readRequest(handle, address, data.length);
      return () -> rpc.client().readResponse(request, data);
    }

    @Override
    void repeatLast() {
      int last = rpc.server().nextPsn() - 1;
      rpc.client().nak(last, NakCode.PSN_SEQUENCE_ERROR);
      rpc.capture().duplicate(rpc.capture().size() - 3, rpc.capture().size());
      rpc.client().acknowledge(last);
    }

    @Override
    FrameSource source() {
      return rpc.capture().source();
    }
  }

  private static final class Iwarp extends Wire {
    private final IwarpRpc rpc = IwarpRpc.connected(new IwarpConversation().payload(1000));
    private int sink = 0x5000;

    @Override
    void send(byte[] message) {
      rpc.wire().client().send(message);
    }

    @Override
    void answer(byte[] message) {
      rpc.wire().server().send(message);
    }

    @Override
    void write(int handle, long address, byte[] data) {
      rpc.wire().server().write(handle, address, data);
    }

    @Override
    Runnable ask(int handle, long address, byte[] data) {
      int own = sink++;
      rpc.wire().server().readRequest(own, 0, data.length, handle, address);
      return () -> rpc.wire().server().respond(own, 0, data);
    }

    @Override
    void repeatLast() {
      rpc.capture().repeat(rpc.capture().frames().size() - 1, rpc.capture().frames().size());
    }

    @Override
    FrameSource source() {
      return rpc.capture().source();
    }
  }
}
