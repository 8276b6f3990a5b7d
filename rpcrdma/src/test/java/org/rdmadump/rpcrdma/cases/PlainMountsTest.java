package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.RealCaptures;

/** A client mounts by MOUNT over TCP, then uses NFS version 3 over RDMA. */
class PlainMountsTest {
  private static final String CAPTURE = "rocev2/rocev2-nfs3-acl";
  private static final Pattern DEVICE = Pattern.compile("device [^:]*:(\\S+) mounted on");
  private static final int ETHERNET = 14;
  private static final int PROTOCOL_AT = ETHERNET + 9;
  private static final int TCP_AT = ETHERNET + 20;
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int UDP_HEADER = 8;
  private static final int MOUNT_PORT = 20048;

  /** Behind the header of an accepted reply with an empty verifier. */
  private static final int MOUNT_STATUS_AT = 24;

  private static boolean isMount(Copied frame, int portAt) {
    ByteBuffer bytes = ByteBuffer.wrap(frame.bytes());
    return frame.bytes()[PROTOCOL_AT] == TCP
        && (bytes.getShort(TCP_AT + portAt) & 0xffff) == MOUNT_PORT
        && frame.bytes().length > rpcAt(frame);
  }

  private static boolean isCall(Copied frame) {
    return isMount(frame, Short.BYTES);
  }

  private static boolean isReply(Copied frame) {
    return isMount(frame, 0);
  }

  /** Where the RPC message begins, behind its record mark. */
  private static int rpcAt(Copied frame) {
    return TCP_AT + (frame.bytes()[TCP_AT + 12] >> 4 & 0xf) * Integer.BYTES + Integer.BYTES;
  }

  private static Copied with(Copied frame, byte[] bytes) {
    return new Copied(bytes, bytes.length, frame.nanos(), frame.linkType(), frame.viewpoint());
  }

  /** The same message in a UDP datagram. */
  private static Copied overUdp(Copied frame) {
    byte[] message = Arrays.copyOfRange(frame.bytes(), rpcAt(frame), frame.bytes().length);
    byte[] bytes = Arrays.copyOf(frame.bytes(), TCP_AT + UDP_HEADER + message.length);
    bytes[PROTOCOL_AT] = UDP;
    ByteBuffer.wrap(bytes)
        .putShort(ETHERNET + Short.BYTES, (short) (bytes.length - ETHERNET))
        .putShort(TCP_AT + Integer.BYTES, (short) (UDP_HEADER + message.length))
        .putShort(TCP_AT + Integer.BYTES + Short.BYTES, (short) 0)
        .put(TCP_AT + UDP_HEADER, message);
    return with(frame, bytes);
  }

  /** The mount, and the first calls. */
  private static List<Copied> begin() {
    return FrameList.of(CAPTURE + ".pcap").subList(0, 60);
  }

  private static Optional<String> mounted(UnaryOperator<Copied> change) {
    return mounted(begin().stream().map(change).toList());
  }

  /** The path that FSINFO is about: it asks for the root of the mount. */
  private static Optional<String> mounted(List<Copied> frames) {
    return Decoded.withContent(new FrameList(frames)).messages().stream()
        .filter(message -> message.operation().equals(Optional.of("FSINFO")))
        .map(PlainMountsTest::path)
        .findFirst()
        .orElseThrow();
  }

  private static Optional<String> path(RpcMessage message) {
    return message.content().names().path().map(FilePath::text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-basic",
        "rocev2/rocev2-nfs3-acl",
        "rocev2/rocev2-nfs3-dropped-late",
        "iwarp/iwarp-nfs3-acl",
        "iwarp/iwarp-nfs3-refused-acl",
        "iwarp/iwarp-nfs3-dropped-late"
      })
  void shouldNameTheRootAsTheClientMountedIt(String capture) throws IOException {
    Matcher device =
        DEVICE.matcher(Files.readString(RealCaptures.file(capture + ".mountstats.txt")));
    assertThat(device.find()).isTrue();
    assertThat(mounted(FrameList.of(capture + ".pcap"))).hasValue(device.group(1));
  }

  @Test
  void shouldLearnFromUdp() {
    assertThat(mounted(frame -> isCall(frame) || isReply(frame) ? overUdp(frame) : frame))
        .hasValue("/export");
  }

  /** A part of a frame with a part of what TCP carries. */
  private static Copied part(Copied frame, int from, int to) {
    int payload = rpcAt(frame) - Integer.BYTES;
    byte[] bytes = Arrays.copyOf(frame.bytes(), payload + to - from);
    System.arraycopy(frame.bytes(), payload + from, bytes, payload, to - from);
    ByteBuffer fields = ByteBuffer.wrap(bytes);
    fields.putShort(ETHERNET + Short.BYTES, (short) (bytes.length - ETHERNET));
    fields.putInt(TCP_AT + Integer.BYTES, fields.getInt(TCP_AT + Integer.BYTES) + from);
    return with(frame, bytes);
  }

  /** The mark, or the message, may be cut anywhere. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 11, 12, 20, 24, 27})
  void shouldPutMessagesTogetherThatTcpCutAnywhere(int first) {
    List<Copied> cut = new ArrayList<>();
    for (Copied frame : begin()) {
      if (isCall(frame) || isReply(frame)) {
        int length = frame.bytes().length - rpcAt(frame) + Integer.BYTES;
        cut.add(part(frame, 0, first));
        cut.add(part(frame, first, length - 1));
        cut.add(part(frame, length - 1, length));
      } else {
        cut.add(frame);
      }
    }
    assertThat(mounted(cut)).hasValue("/export");
  }

  @Test
  void shouldNotKnowTheRootIfTheCallOrTheReplyIsMissing() {
    List<Copied> frames = begin();
    assertThat(mounted(frames.stream().filter(frame -> !isCall(frame)).toList())).isEmpty();
    assertThat(mounted(frames.stream().filter(frame -> !isReply(frame)).toList())).isEmpty();
  }

  @Test
  void shouldNotBelieveAReplyBeforeItsCallOrToAnotherClient() {
    List<Copied> frames = begin();
    List<Copied> mounts =
        new ArrayList<>(frames.stream().filter(frame -> isCall(frame) || isReply(frame)).toList());
    Collections.reverse(mounts);
    assertThat(mounts).hasSizeGreaterThan(2);
    assertThat(
            mounted(
                Stream.concat(
                        mounts.stream(), frames.stream().filter(frame -> !mounts.contains(frame)))
                    .toList()))
        .isEmpty();
    assertThat(
            mounted(
                frame -> {
                  if (!isReply(frame)) {
                    return frame;
                  }
                  byte[] bytes = frame.bytes().clone();
                  bytes[TCP_AT + Short.BYTES]++;
                  return with(frame, bytes);
                }))
        .isEmpty();
  }

  @Test
  void shouldLearnNothingFromARefusal() {
    assertThat(
            mounted(
                frame -> {
                  if (!isReply(frame)) {
                    return frame;
                  }
                  byte[] bytes = frame.bytes().clone();
                  int at = rpcAt(frame) + MOUNT_STATUS_AT;
                  if (at + Integer.BYTES <= bytes.length) {
                    ByteBuffer.wrap(bytes).putInt(at, 13);
                  }
                  return with(frame, bytes);
                }))
        .isEmpty();
  }

  @Test
  void shouldBearMessagesOfAnyLength() {
    for (int cut = 1; cut < 120; cut++) {
      int gone = cut;
      assertThat(
              mounted(
                  frame ->
                      isReply(frame) || isCall(frame)
                          ? with(
                              frame,
                              Arrays.copyOf(
                                  frame.bytes(), Math.max(TCP_AT, frame.bytes().length - gone)))
                          : frame))
          .as("%d bytes cut", cut)
          .isEmpty();
    }
  }
}
