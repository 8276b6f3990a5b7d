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
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Asking messages whose content is decoded already whether a filter chooses them, and the part of
 * that which is finding the values that it compares; times are those of one message.
 */
public class FilterBenchmark extends Measured {
  private static final int MESSAGES = 1000;

  /** A capture. */
  @Param("testdata/captures/rocev2/rocev2-nfs41-delegation.pcap")
  public String capture = "";

  /** What is asked. */
  @Param public Question question = Question.XID;

  private final List<RpcMessage> messages = new ArrayList<>(MESSAGES);
  private final List<FieldReader<RpcMessage>> readers = new ArrayList<>();
  private final CountingVisitor values = new CountingVisitor();
  private Optional<Filter<RpcMessage>> filter = Optional.empty();

  /** An expression, and the fields that it has to read of a message that it does not choose. */
  public enum Question {
    /** A number in the header. */
    XID("rpcrdma.xid == 0x1234", "rpcrdma.xid"),
    /** Three parts, nearly always decided by the second. */
    SLOW_REPLY(
        "src == 192.168.77.0/24 && rpc.type == reply && rpc.latency_ns > 10ms", "src", "rpc.type"),
    /** Numbers in the header's lists. */
    SEGMENT(
        "rpcrdma.write_chunks.segments.length > 100000", "rpcrdma.write_chunks.segments.length"),
    /** The operations of a compound. */
    OPERATION("nfs.op == WRITE", "nfs.op"),
    /** An argument that some operations have. */
    OFFSET("nfs.offset > 100000", "nfs.offset"),
    /** Two of one and the same operation. */
    SAME_OPERATION("any(nfs.operations: op == WRITE && data.length > 4096)", "nfs.op"),
    /** A member of a structure that some results have. */
    ATTRIBUTE("nfs.obj_attributes.attr_vals.size > 5000", "nfs.obj_attributes.attr_vals.size"),
    /** A pattern. */
    PATTERN("nfs.op == OPEN and nfs.claim.file matches \"\\.tmp$\"", "nfs.op");

    private final String expression;

    /** Made by {@link List#of}. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> fields;

    Question(String expression, String... fields) {
      this.expression = expression;
      this.fields = List.of(fields);
    }
  }

  /** Takes every value and wants the next one. */
  private static final class CountingVisitor implements ValueVisitor {
    private int count;

    @Override
    public boolean number(long value) {
      count++;
      return false;
    }

    @Override
    public boolean named(long value, ValueNames names) {
      count++;
      return false;
    }

    @Override
    public boolean text(String value) {
      count++;
      return false;
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      count++;
      return false;
    }

    @Override
    public boolean address(IpAddress value) {
      count++;
      return false;
    }

    @Override
    public boolean group() {
      count++;
      return false;
    }
  }

  /** Decodes the capture, and asks every message once. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, FilterException {
    FieldRegistry<RpcMessage> registry = MessageFields.registry();
    Filter<RpcMessage> made = Filter.of(question.expression, registry);
    filter = Optional.of(made);
    for (String field : question.fields) {
      readers.add(registry.find(field).orElseThrow().reader());
    }
    List<RpcMessage> all = messages(Path.of(capture));
    all.forEach(made::matches);
    for (int i = 0; i < MESSAGES; i++) {
      messages.add(all.get(i % all.size()));
    }
  }

  /** How many are chosen. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int matches() {
    Filter<RpcMessage> asked = filter.orElseThrow();
    int chosen = 0;
    for (int i = 0; i < MESSAGES; i++) {
      chosen += asked.matches(messages.get(i)) ? 1 : 0;
    }
    return chosen;
  }

  /** How many values there are to compare. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int reads() {
    values.count = 0;
    for (int i = 0; i < MESSAGES; i++) {
      for (int j = 0; j < readers.size(); j++) {
        readers.get(j).read(messages.get(i), values);
      }
    }
    return values.count;
  }
}
