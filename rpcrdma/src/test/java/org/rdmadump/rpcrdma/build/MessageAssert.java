package org.rdmadump.rpcrdma.build;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Compares a rebuilt message with the one that was sent. */
public final class MessageAssert extends AbstractAssert<MessageAssert, RpcMessage> {
  private MessageAssert(RpcMessage actual) {
    super(actual, MessageAssert.class);
  }

  /** Starts. */
  public static MessageAssert assertThat(RpcMessage actual) {
    return new MessageAssert(actual);
  }

  /** Complete, nothing missing, and byte for byte {@code sent}. */
  public MessageAssert isWhole(XdrMessage sent) {
    RpcSummary rpc = rpc();
    Assertions.assertThat(rpc.missing()).as("missing of %s", summary()).isEmpty();
    Assertions.assertThat(rpc.complete()).as("complete: %s", summary()).isTrue();
    Assertions.assertThat(rpc.length()).as("length").isEqualTo(sent.length());
    Rope stream = actual.stream();
    Assertions.assertThat(stream.holes()).as("holes").isEmpty();
    Assertions.assertThat(stream.toArray(0, stream.length())).isEqualTo(sent.bytes());
    Assertions.assertThat(rpc.sha256()).isEqualTo(Optional.of(sha256(sent.bytes())));
    return this;
  }

  /**
   * Not complete: exactly these bytes are missing, and all others are those of {@code sent} in
   * their places.
   */
  public MessageAssert isWholeBut(XdrMessage sent, MissingRange... missing) {
    RpcSummary rpc = rpc();
    Assertions.assertThat(rpc.missing()).as(summary()).containsExactly(missing);
    Assertions.assertThat(rpc.complete()).as("complete: %s", summary()).isFalse();
    Assertions.assertThat(rpc.sha256()).isEmpty();
    Assertions.assertThat(rpc.length()).as("length").isEqualTo(sent.length());
    Assertions.assertThat(actual.stream().holes())
        .isEqualTo(
            Arrays.stream(missing)
                .map(range -> new Hole(range.offset(), range.length(), range.reason()))
                .toList());
    byte[] expected = sent.bytes();
    long at = 0;
    for (MissingRange range : missing) {
      samePart(expected, at, range.offset());
      at = range.offset() + range.length();
    }
    samePart(expected, at, expected.length);
    return this;
  }

  private void samePart(byte[] expected, long from, long to) {
    Assertions.assertThat(actual.stream().toArray(from, to))
        .as("bytes %d to %d", from, to)
        .isEqualTo(Arrays.copyOfRange(expected, (int) from, (int) to));
  }

  /** Has a finding of a rule. */
  public MessageAssert hasFinding(Rule rule) {
    Assertions.assertThat(Decoded.rules(actual)).contains(rule.name());
    return this;
  }

  /** Has exactly findings of these rules, in any order, repeats counted once. */
  public MessageAssert hasOnlyFindings(Rule... rules) {
    Assertions.assertThat(new ArrayList<>(new TreeSet<>(Decoded.rules(actual))))
        .as("findings %s", actual.findings())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(rules).map(Rule::name).distinct().collect(Collectors.toList()));
    return this;
  }

  /** Has no finding. */
  public MessageAssert hasNoFindings() {
    Assertions.assertThat(actual.findings()).isEmpty();
    return this;
  }

  /** Repeats another message. */
  public MessageAssert repeats(RpcMessage first) {
    Assertions.assertThat(rpc().repeatOf()).hasValue(first.number());
    return this;
  }

  /** Answers a call. */
  public MessageAssert answers(RpcMessage call) {
    Assertions.assertThat(rpc().callNumber()).hasValue(call.number());
    return this;
  }

  /** Bytes that were seen moving, segment by segment, through its Read chunks. */
  public MessageAssert pulled(long... transferred) {
    List<Long> seen = new ArrayList<>();
    actual
        .readChunks()
        .forEach(
            chunk -> chunk.segments().forEach(each -> seen.add(each.transferred().orElse(-1))));
    Assertions.assertThat(seen).isEqualTo(boxed(transferred));
    return this;
  }

  /** Bytes that were seen moving, segment by segment, through its Write chunks. */
  public MessageAssert pushed(long... transferred) {
    List<Long> seen = new ArrayList<>();
    actual
        .writeChunks()
        .forEach(
            chunk -> chunk.segments().forEach(each -> seen.add(each.transferred().orElse(-1))));
    Assertions.assertThat(seen).isEqualTo(boxed(transferred));
    return this;
  }

  /** Bytes that were seen moving, segment by segment, through its Reply chunk. */
  public MessageAssert pushedReply(long... transferred) {
    List<Long> seen = new ArrayList<>();
    actual
        .replyChunk()
        .ifPresent(
            chunk -> chunk.segments().forEach(each -> seen.add(each.transferred().orElse(-1))));
    Assertions.assertThat(seen).isEqualTo(boxed(transferred));
    return this;
  }

  private static List<Long> boxed(long... values) {
    return Arrays.stream(values).boxed().toList();
  }

  private RpcSummary rpc() {
    return actual.rpc().orElseThrow(() -> new AssertionError("no RPC message: " + actual));
  }

  private String summary() {
    return rpc() + " findings " + actual.findings();
  }

  /** {@return bytes missing from {@code offset} on} */
  public static MissingRange missing(long offset, long length, Absence why) {
    return new MissingRange(offset, length, why);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
