package org.rdmadump.ib.cm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.build.CmMad;
import org.rdmadump.ib.build.Hex;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.IpAddress;

class CmMessageTest {
  // REQ of a Linux client, rocev2-nfs41-basic; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13
  // 0010  00 10 00 00 00 00 00 00 13 c1 6d e0 00 00 00 00
  // 0020  00 00 00 00 01 06 4e 51 50 54 00 ff fe 77 00 02
  // 0030  00 00 00 00 00 00 00 00 00 00 11 80 00 00 00 00
  // 0040  00 00 00 a0 8d ee 62 a6 ff ff 30 f0 ff ff ff ff
  // 0050  00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 4d 02
  // 0060  00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 4d 01
  // 0070  ff ff 70 00 00 40 00 98 00 00 00 00 00 00 00 00
  // 0080  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
  // 0090  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
  // 00a0  00 00 00 00 00 40 81 9a 00 00 00 00 00 00 00 00
  // 00b0  00 00 00 00 c0 a8 4d 02 00 00 00 00 00 00 00 00
  // 00c0  00 00 00 00 c0 a8 4d 01 f6 ab 0e 18 01 01 03 03
  private static final byte[] REQ_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 10 00 00 00 00 00 00 13 c1 6d e0 00 00 00 00"
              + "00 00 00 00 01 06 4e 51 50 54 00 ff fe 77 00 02"
              + "00 00 00 00 00 00 00 00 00 00 11 80 00 00 00 00"
              + "00 00 00 a0 8d ee 62 a6 ff ff 30 f0 ff ff ff ff"
              + "00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 4d 02"
              + "00 00 00 00 00 00 00 00 00 00 ff ff c0 a8 4d 01"
              + "ff ff 70 00 00 40 00 98 00 00 00 00 00 00 00 00"
              + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
              + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
              + "00 00 00 00 00 40 81 9a 00 00 00 00 00 00 00 00"
              + "00 00 00 00 c0 a8 4d 02 00 00 00 00 00 00 00 00"
              + "00 00 00 00 c0 a8 4d 01 f6 ab 0e 18 01 01 03 03");

  // REP of a Linux server, rocev2-nfs41-basic; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13
  // 0010  00 13 00 00 00 00 00 00 0f 56 7d 2e 13 c1 6d e0
  // 0020  00 00 00 00 00 00 11 00 00 00 00 00 ee cf 3d 00
  // 0030  00 80 78 00 50 54 00 ff fe 77 00 01 f6 ab 0e 18
  // 0040  01 00 03 03 00 00 00 00 00 00 00 00 00 00 00 00
  private static final byte[] REP_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 13 00 00 00 00 00 00 0f 56 7d 2e 13 c1 6d e0"
              + "00 00 00 00 00 00 11 00 00 00 00 00 ee cf 3d 00"
              + "00 80 78 00 50 54 00 ff fe 77 00 01 f6 ab 0e 18"
              + "01 00 03 03 00 00 00 00 00 00 00 00 00 00 00 00");

  // RTU, rocev2-nfs41-basic; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13
  // 0010  00 14 00 00 00 00 00 00 13 c1 6d e0 0f 56 7d 2e
  private static final byte[] RTU_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 14 00 00 00 00 00 00 13 c1 6d e0 0f 56 7d 2e");

  // DREQ, rocev2-nfs41-basic; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13
  // 0010  00 15 00 00 00 00 00 00 13 c1 6d e0 0f 56 7d 2e
  // 0020  00 00 11 00 00 00 00 00 00 00 00 00 00 00 00 00
  private static final byte[] DREQ_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 15 00 00 00 00 00 00 13 c1 6d e0 0f 56 7d 2e"
              + "00 00 11 00 00 00 00 00 00 00 00 00 00 00 00 00");

  // DREP, rocev2-nfs41-basic; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13
  // 0010  00 16 00 00 00 00 00 00 0f 56 7d 2e 13 c1 6d e0
  private static final byte[] DREP_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 16 00 00 00 00 00 00 0f 56 7d 2e 13 c1 6d e0");

  // SIDR_REQ, rxe-cm; zeros to 256 bytes
  // 0000  01 07 02 03 00 00 00 00 00 00 00 02 02 f1 af 7a
  // 0010  00 17 00 00 00 00 00 00 7a af f1 02 ff ff 00 00
  // 0020  00 00 00 00 01 11 1c 06 00 40 a4 7c 00 00 00 00
  // 0030  00 00 00 00 00 00 00 00 c0 a8 4d 02 00 00 00 00
  // 0040  00 00 00 00 00 00 00 00 c0 a8 4d 01 00 00 00 00
  private static final byte[] SIDR_REQ_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 02 f1 af 7a"
              + "00 17 00 00 00 00 00 00 7a af f1 02 ff ff 00 00"
              + "00 00 00 00 01 11 1c 06 00 40 a4 7c 00 00 00 00"
              + "00 00 00 00 00 00 00 00 c0 a8 4d 02 00 00 00 00"
              + "00 00 00 00 00 00 00 00 c0 a8 4d 01 00 00 00 00");

  private static final MadHeader HEADER =
      new MadHeader(1, 7, 2, 3, 0, 0, 0x2_e06d_c113L, 0x0010, 0);

  /** What is left of a MAD in a RoCEv2 frame over IPv4 that was cut at 128 bytes. */
  private static final int SNAP_128 = 66;

  // REJ: local and remote ID, message 1 (REP), 3 bytes of information, reason 28, the information
  private static final byte[] REJ_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 12 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
              + "7f 06 00 1c aa bb cc");

  // SIDR_REP: request, status 2, 3 bytes of information, QP 0x123456, service, Q_Key, information
  private static final byte[] SIDR_REP_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 18 00 00 00 00 00 00 7a af f1 02 02 03 a1 b2"
              + "12 34 56 c3 00 00 00 00 01 11 1c 06 11 22 33 44"
              + "aa bb cc");

  // MRA: local and remote ID, message 1 (REP), timeout 20
  private static final byte[] MRA_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 11 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
              + "7f a7");

  // LAP, all that is reserved ones
  private static final byte[] LAP_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 19 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
              + "ff ff ff ff 12 34 56 a7 ff ff ff ff 00 05 00 06"
              + "fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 07"
              + "fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 08"
              + "ab cd ef 99 40 c3 5f 97");

  // APR: local and remote ID, 2 bytes of information, status 7, the information
  private static final byte[] APR_BYTES =
      mad(
          "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
              + "00 1a 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
              + "02 07 00 00 aa bb");

  @Test
  void shouldReadEveryFieldOfAReq() {
    CmMessage req = read(REQ_BYTES);

    assertThat(req.header()).isEqualTo(HEADER);
    assertThat(req.presentBytes()).isEqualTo(256);
    assertThat(req.privateData()).isEqualTo(new Slice(164, 92, 92));
    assertThat(fields(req))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry(CmField.LOCAL_COMMUNICATION_ID, 0x13c16de0L),
                Map.entry(CmField.VENDOR_ID, 0L),
                Map.entry(CmField.SERVICE_ID, 0x0000000001064e51L),
                Map.entry(CmField.LOCAL_CA_GUID, 0x505400fffe770002L),
                Map.entry(CmField.LOCAL_QPN, 0x11L),
                Map.entry(CmField.LOCAL_EECN, 0L),
                Map.entry(CmField.REMOTE_EECN, 0L),
                Map.entry(CmField.RESPONDER_RESOURCES, 128L),
                Map.entry(CmField.INITIATOR_DEPTH, 0L),
                Map.entry(CmField.TRANSPORT_SERVICE_TYPE, 0L),
                Map.entry(CmField.EXTENDED_TRANSPORT_TYPE, 0L),
                Map.entry(CmField.STARTING_PSN, 0x8dee62L),
                Map.entry(CmField.RETRY_COUNT, 6L),
                Map.entry(CmField.P_KEY, 0xffffL),
                Map.entry(CmField.PATH_MTU, 3L),
                Map.entry(CmField.RNR_RETRY_COUNT, 0L),
                Map.entry(CmField.LOCAL_GID, IpAddress.ofIpv4(0xc0a84d02)),
                Map.entry(CmField.REMOTE_GID, IpAddress.ofIpv4(0xc0a84d01)),
                Map.entry(CmField.PRIMARY_ACK_TIMEOUT, 19L)));
  }

  @Test
  void shouldTellThePathMtuInBytes() {
    assertThat(PathMtu.of(read(REQ_BYTES).number(CmField.PATH_MTU))).isEqualTo(PathMtu.MTU_1024);
  }

  @Test
  void shouldReadEveryFieldOfARep() {
    CmMessage rep = read(REP_BYTES);

    assertThat(rep.header()).isEqualTo(header(0x0013));
    assertThat(rep.privateData()).isEqualTo(new Slice(60, 196, 196));
    assertThat(fields(rep))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                CmField.LOCAL_COMMUNICATION_ID,
                0x0f567d2eL,
                CmField.REMOTE_COMMUNICATION_ID,
                0x13c16de0L,
                CmField.LOCAL_QPN,
                0x11L,
                CmField.LOCAL_EECN,
                0L,
                CmField.STARTING_PSN,
                0xeecf3dL,
                CmField.VENDOR_ID,
                0L,
                CmField.RESPONDER_RESOURCES,
                0L,
                CmField.INITIATOR_DEPTH,
                128L,
                CmField.RNR_RETRY_COUNT,
                0L,
                CmField.LOCAL_CA_GUID,
                0x505400fffe770001L));
  }

  @Test
  void shouldReadWhoseExtensionsAConnectionUses() {
    byte[] rep = REP_BYTES.clone();
    putVendor(rep, 15, 19, 23);

    assertThat(read(FULL_REQ).value(CmField.VENDOR_ID)).isEqualTo(0xa1b2c3);
    assertThat(read(rep).value(CmField.VENDOR_ID)).isEqualTo(0xa1b2c3);
    assertThat(read(rep).value(CmField.LOCAL_QPN)).isEqualTo(0x11);
    assertThat(read(rep).value(CmField.STARTING_PSN)).isEqualTo(0xeecf3d);
  }

  @Test
  void shouldReadTheShortMessages() {
    assertThat(fields(read(RTU_BYTES))).isEqualTo(connection(0x13c16de0, 0x0f567d2e));
    assertThat(read(RTU_BYTES).privateData()).isEqualTo(new Slice(32, 224, 224));
    assertThat(fields(read(DREP_BYTES))).isEqualTo(connection(0x0f567d2e, 0x13c16de0));
    assertThat(read(DREP_BYTES).privateData()).isEqualTo(new Slice(32, 224, 224));
    Map<CmField, Object> dreq = connection(0x13c16de0, 0x0f567d2e);
    dreq.put(CmField.REMOTE_QPN, 0x11L);
    assertThat(fields(read(DREQ_BYTES))).isEqualTo(dreq);
    assertThat(read(DREQ_BYTES).privateData()).isEqualTo(new Slice(36, 220, 220));
  }

  @Test
  void shouldReadAReject() {
    CmMessage rej = read(REJ_BYTES);

    Map<CmField, Object> expected = connection(1, 2);
    expected.put(CmField.REJECTED_MESSAGE, 1L);
    expected.put(CmField.REASON, 28L);
    assertThat(fields(rej)).isEqualTo(expected);
    assertThat(rej.header()).isEqualTo(header(0x0012));
    assertThat(rej.privateData()).isEqualTo(new Slice(108, 148, 148));
    RejectReason reason = RejectReason.of(rej.number(CmField.REASON));
    assertThat(reason).isEqualTo(RejectReason.CONSUMER_REJECT);
    assertThat(reason.text()).isEqualTo("Consumer Reject");
  }

  @Test
  void shouldReadAServiceRequest() {
    CmMessage request = read(SIDR_REQ_BYTES);

    assertThat(fields(request))
        .isEqualTo(
            Map.of(
                CmField.REQUEST_ID,
                0x7aaff102L,
                CmField.P_KEY,
                0xffffL,
                CmField.SERVICE_ID,
                ServiceId.ofIpCm(17, 0x1c06).value()));
    assertThat(request.isIpCm()).isTrue();
    assertThat(request.serviceId().port()).isEqualTo(0x1c06);
    assertThat(request.privateData()).isEqualTo(new Slice(40, 216, 216));
  }

  @Test
  void shouldReadAServiceReply() {
    CmMessage reply = read(SIDR_REP_BYTES);

    assertThat(fields(reply))
        .isEqualTo(
            Map.of(
                CmField.REQUEST_ID,
                0x7aaff102L,
                CmField.STATUS,
                2L,
                CmField.QPN,
                0x123456L,
                CmField.VENDOR_ID,
                0xa1b2c3L,
                CmField.SERVICE_ID,
                ServiceId.ofIpCm(17, 0x1c06).value(),
                CmField.Q_KEY,
                0x11223344L));
    assertThat(reply.isIpCm()).as("its private data begins with addresses").isFalse();
    assertThat(reply.privateData()).isEqualTo(new Slice(120, 136, 136));
  }

  @Test
  void shouldReadARequestForMoreTime() {
    Map<CmField, Object> expected = connection(1, 2);
    expected.put(CmField.ACKNOWLEDGED_MESSAGE, 1L);
    expected.put(CmField.SERVICE_TIMEOUT, 20L);
    assertThat(fields(read(MRA_BYTES))).isEqualTo(expected);
    assertThat(read(MRA_BYTES).privateData()).isEqualTo(new Slice(34, 222, 222));
  }

  @Test
  void shouldReadAnAlternatePath() {
    Map<CmField, Object> expected = connection(1, 2);
    expected.put(CmField.REMOTE_QPN, 0x123456L);
    expected.put(CmField.REMOTE_RESPONSE_TIMEOUT, 20L);
    expected.put(CmField.LOCAL_LID, 5L);
    expected.put(CmField.REMOTE_LID, 6L);
    expected.put(CmField.LOCAL_GID, new IpAddress(0xfe80L << 48, 7));
    expected.put(CmField.REMOTE_GID, new IpAddress(0xfe80L << 48, 8));
    expected.put(CmField.FLOW_LABEL, 0xabcdeL);
    expected.put(CmField.TRAFFIC_CLASS, 0x99L);
    expected.put(CmField.HOP_LIMIT, 64L);
    expected.put(CmField.PACKET_RATE, 3L);
    expected.put(CmField.SERVICE_LEVEL, 5L);
    expected.put(CmField.SUBNET_LOCAL, 1L);
    expected.put(CmField.ALTERNATE_ACK_TIMEOUT, 18L);
    assertThat(fields(read(LAP_BYTES))).isEqualTo(expected);
    assertThat(read(LAP_BYTES).privateData()).isEqualTo(new Slice(88, 168, 168));
  }

  @Test
  void shouldReadTheAnswerToAnAlternatePath() {
    Map<CmField, Object> expected = connection(1, 2);
    expected.put(CmField.STATUS, 7L);
    assertThat(fields(read(APR_BYTES))).isEqualTo(expected);
    assertThat(read(APR_BYTES).privateData()).isEqualTo(new Slice(108, 148, 148));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x0000, 0x000f, 0x001b, 0x0020, 0xffff})
  void shouldTakeAnUnknownAttributeAsAValue(int attribute) {
    byte[] bytes = RTU_BYTES.clone();
    bytes[16] = (byte) (attribute >> 8);
    bytes[17] = (byte) attribute;

    CmMessage message = read(bytes);

    assertThat(message.kind()).isEqualTo(CmKind.UNKNOWN);
    assertThat(message.header().attributeId()).isEqualTo(attribute);
  }

  @Test
  void shouldKnowEveryKindByItsAttribute() {
    for (CmKind kind : CmKind.values()) {
      assertThat(CmKind.ofAttribute(kind.attributeId())).isSameAs(kind);
    }
  }

  @Test
  void shouldKnowEveryReasonByItsCode() {
    for (RejectReason reason : RejectReason.values()) {
      assertThat(RejectReason.of(reason.code())).isSameAs(reason);
    }
    assertThat(RejectReason.of(-1)).isSameAs(RejectReason.UNKNOWN);
    assertThat(RejectReason.of(34)).isSameAs(RejectReason.UNKNOWN);
    assertThat(RejectReason.of(36)).isSameAs(RejectReason.UNKNOWN);
    assertThat(RejectReason.text(34)).isEqualTo("reason 34");
    assertThat(RejectReason.text(35)).isEqualTo("Vendor option not supported");
  }

  @Test
  void shouldLeaveOtherManagementAlone() {
    assertThat(CmMessage.read(Hex.buffer(with(1, 0x01)), 0, 256)).isEmpty();
    assertThat(CmMessage.read(Hex.buffer(with(2, 0x01)), 0, 256)).isEmpty();
    assertThat(CmMessage.read(Hex.buffer(with(3, 0x01)), 0, 256)).isEmpty();
  }

  @Test
  void shouldIgnoreWhatStandsBehindTheDatagram() {
    byte[] longer = Arrays.copyOf(RTU_BYTES, 300);

    assertThat(CmMessage.read(Hex.buffer(longer), 0, 300))
        .hasValueSatisfying(rtu -> isSame(rtu, read(RTU_BYTES)));
  }

  @Test
  void shouldReadAtAnyPlaceInTheFrame() {
    ByteBuffer frame = ByteBuffer.allocate(62 + 256).put(62, REQ_BYTES);

    assertThat(CmMessage.read(frame, 62, 256))
        .hasValueSatisfying(req -> isSame(req, read(REQ_BYTES)));
  }

  @Test
  void shouldGiveWhatASnapLengthOf128LeavesOfAConnection() {
    CmMessage req = cut(REQ_BYTES, SNAP_128).orElseThrow();
    CmMessage rep = cut(REP_BYTES, SNAP_128).orElseThrow();

    assertThat(req.has(CmField.SERVICE_ID)).isTrue();
    assertThat(req.has(CmField.LOCAL_QPN)).isTrue();
    assertThat(req.has(CmField.STARTING_PSN)).as("two bytes short").isFalse();
    assertThat(rep.has(CmField.LOCAL_QPN)).isTrue();
    assertThat(rep.has(CmField.STARTING_PSN)).isTrue();
    assertThat(rep.privateData()).isEqualTo(new Slice(60, 196, 6));
    assertThat(rep.privateData().isComplete()).isFalse();
  }

  @Test
  void shouldTellWhichFieldsACutLeaves() {
    byte[] rep = CmMad.rep(1, 0x11111111, 0x22222222, 0x333333, 0x444444, new byte[0]);
    rep[24 + 16] = 1;
    putVendor(rep, 15, 19, 23);

    checkCuts(FULL_REQ);
    checkCuts(rep);
    checkCuts(CmMad.rtu(1, 0x11111111, 0x22222222, new byte[0]));
    checkCuts(CmMad.dreq(1, 0x11111111, 0x22222222, 0x333333, new byte[0]));
    checkCuts(CmMad.drep(1, 0x11111111, 0x22222222, new byte[0]));
    checkCuts(REJ_BYTES);
    checkCuts(SIDR_REQ_BYTES);
    checkCuts(SIDR_REP_BYTES);
    checkCuts(MRA_BYTES);
    checkCuts(LAP_BYTES);
    checkCuts(APR_BYTES);
  }

  /** A REQ in which no field is 0, so that a field that is missing shows. */
  private static final byte[] FULL_REQ = fullReq();

  /**
   * Cuts a message at every length: without its header there is none, and from there on each field
   * is either there with its value or missing and 0, and once there stays.
   */
  private static void checkCuts(byte[] bytes) {
    CmMessage whole = read(bytes);
    for (int length = 0; length <= bytes.length; length++) {
      Optional<CmMessage> message = cut(bytes, length);
      if (length < MadHeader.LENGTH) {
        assertThat(message).isEmpty();
        continue;
      }
      CmMessage cut = message.orElseThrow();
      assertThat(cut.presentBytes()).isEqualTo(length);
      Slice data = cut.privateData();
      assertThat(data.offset()).isEqualTo(whole.privateData().offset());
      assertThat(data.length()).isEqualTo(whole.privateData().length());
      assertThat(data.present())
          .isEqualTo(Math.max(0, length - data.offset()))
          .isLessThanOrEqualTo(data.length());
      for (CmField field : CmField.values()) {
        Object there = value(cut, field);
        if (cut.has(field)) {
          assertThat(there).as("%s", field).isEqualTo(value(whole, field));
        } else {
          assertThat(there).as("%s", field).isIn(0L, new IpAddress(0, 0));
          if (whole.has(field)) {
            assertThat(there).as("%s", field).isNotEqualTo(value(whole, field));
          }
        }
      }
    }
  }

  private static Object value(CmMessage message, CmField field) {
    return field == CmField.LOCAL_GID || field == CmField.REMOTE_GID
        ? message.gid(field)
        : message.value(field);
  }

  /** All fields that a message has. */
  private static Map<CmField, Object> fields(CmMessage message) {
    Map<CmField, Object> fields = new EnumMap<>(CmField.class);
    for (CmField field : CmField.values()) {
      if (message.has(field)) {
        fields.put(field, value(message, field));
      }
    }
    return fields;
  }

  private static Map<CmField, Object> connection(long localId, long remoteId) {
    Map<CmField, Object> fields = new EnumMap<>(CmField.class);
    fields.put(CmField.LOCAL_COMMUNICATION_ID, localId);
    fields.put(CmField.REMOTE_COMMUNICATION_ID, remoteId);
    return fields;
  }

  private static void isSame(CmMessage message, CmMessage other) {
    assertThat(message.header()).isEqualTo(other.header());
    assertThat(fields(message)).isEqualTo(fields(other));
  }

  private static byte[] fullReq() {
    byte[] bytes =
        CmMad.req(
            1,
            0x11111111,
            new ServiceId(0x2222222222222222L),
            0x333333,
            0x444444,
            PathMtu.MTU_4096,
            new IpAddress(5, 5),
            new IpAddress(6, 6),
            new byte[92]);
    bytes[24 + 36] = 1;
    bytes[24 + 40] = 2;
    bytes[24 + 43] = 0x02;
    bytes[24 + 51] = 1;
    bytes[24 + 95] = (byte) (19 << 3);
    putVendor(bytes, 5, 6, 7);
    return bytes;
  }

  /** Puts 0xa1b2c3 where a message has its VendorID, byte by byte. */
  private static void putVendor(byte[] bytes, int high, int middle, int low) {
    bytes[MadHeader.LENGTH + high] = (byte) 0xa1;
    bytes[MadHeader.LENGTH + middle] = (byte) 0xb2;
    bytes[MadHeader.LENGTH + low] = (byte) 0xc3;
  }

  private static CmMessage read(byte[] bytes) {
    return CmMessage.read(Hex.buffer(bytes), 0, bytes.length).orElseThrow();
  }

  private static Optional<CmMessage> cut(byte[] bytes, int length) {
    return CmMessage.read(Hex.buffer(Arrays.copyOf(bytes, length)), 0, length);
  }

  private static byte[] with(int offset, int value) {
    byte[] bytes = RTU_BYTES.clone();
    bytes[offset] = (byte) value;
    return bytes;
  }

  private static MadHeader header(int attribute) {
    return new MadHeader(1, 7, 2, 3, 0, 0, HEADER.transactionId(), attribute, 0);
  }

  private static byte[] mad(String hex) {
    return Arrays.copyOf(Hex.bytes(hex), MadHeader.MAD_LENGTH);
  }
}
