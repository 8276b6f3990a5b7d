package org.rdmadump.bench.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Decoding what is in the rebuilt RPC messages of a capture, held in memory. The time is that of
 * one message.
 */
public class ContentBenchmark extends Measured {
  private static final int MESSAGES = 4000;

  /** Folder of the captures. */
  @Param("testdata/captures/rocev2")
  public String folder = "";

  /** Name of a capture. */
  @Param({"rocev2-nfs3-basic.pcap", "rocev2-nfs41-delegation.pcap"})
  public String capture = "";

  private final RpcDecoder decoder = new RpcDecoder();
  private final List<RpcMessage> messages = new ArrayList<>();

  /** Decodes the capture as far as its messages; those of a short one come more than once. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    for (RpcMessage message : messages(Path.of(folder, capture))) {
      if (message.rpc().isPresent() && messages.size() < MESSAGES) {
        messages.add(message);
      }
    }
    for (int i = 0; messages.size() < MESSAGES; i++) {
      messages.add(messages.get(i));
    }
  }

  /** What the default line says: the main operation and what is telling about it. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long summary() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      Optional<Nfs4Compound> compound = content.compound();
      if (compound.isPresent()) {
        Optional<Nfs4Operation> main = compound.get().main();
        if (main.isPresent() && main.get().body().isPresent()) {
          sum += sum(main.get().body().get(), false);
        }
      } else if (content.body().isPresent()) {
        sum += sum(content.body().get().tree(), false);
      }
    }
    return sum;
  }

  /** A walk over everything, credentials included, that makes no objects of values. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long walk() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      sum += content.rpc().isPresent() ? content.rpc().get().check().position() : 0;
    }
    return sum;
  }

  /** The tree of header, arguments and results, to the last value. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long tree() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      sum += content.rpc().isPresent() ? sum(content.rpc().get().headerContent().tree(), true) : 0;
      sum += content.body().isPresent() ? sum(content.body().get().tree(), true) : 0;
    }
    return sum;
  }

  private MessageContent content(RpcMessage message) {
    Optional<RpcMessage> call = message.call();
    return new MessageContent(
        decoder,
        message.stream(),
        message.rpc().orElseThrow().callHeader(),
        call.isPresent() ? Optional.of(content(call.get())) : Optional.empty(),
        Optional.empty());
  }

  /** A sum over the values of a tree, all of them or those that the default line shows. */
  private static long sum(XdrValue value, boolean all) {
    long sum = 0;
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        XdrValue member = struct.get(i);
        sum += all || member.field().isTelling() ? sum(member, all) : 0;
      }
    } else if (value instanceof XdrUnion union) {
      sum += union.discriminant().value() + sum(union.arm(), all);
    } else if (value instanceof XdrArray array && all) {
      for (XdrValue element : array) {
        sum += sum(element, true);
      }
    } else if (value instanceof XdrArray array) {
      sum += array.size();
    } else {
      sum += scalar(value);
    }
    return sum;
  }

  private static long scalar(XdrValue value) {
    return value instanceof XdrNumber number
        ? number.value()
        : value instanceof XdrBytes bytes ? bytes.length() : 1;
  }
}
