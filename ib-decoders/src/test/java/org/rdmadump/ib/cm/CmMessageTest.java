package org.rdmadump.ib.cm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.Gid;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.build.CmMad;
import org.rdmadump.ib.build.Hex;
import org.rdmadump.ib.mad.MadHeader;

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

  @Test
  void shouldReadEveryFieldOfAReq() {
    assertThat(read(REQ_BYTES))
        .isEqualTo(
            new CmReq(
                HEADER,
                256,
                0x13c16de0,
                0,
                new ServiceId(0x0000000001064e51L),
                0x505400fffe770002L,
                0x11,
                128,
                0,
                0,
                0x8dee62,
                6,
                0xffff,
                3,
                0,
                Gid.ofIpv4(0xc0a84d02),
                Gid.ofIpv4(0xc0a84d01),
                19,
                new Slice(164, 92, 92)));
  }

  @Test
  void shouldTellThePathMtuInBytes() {
    assertThat(req(REQ_BYTES).pathMtu()).isEqualTo(PathMtu.MTU_1024);
  }

  @Test
  void shouldReadEveryFieldOfARep() {
    assertThat(read(REP_BYTES))
        .isEqualTo(
            new CmRep(
                header(0x0013),
                256,
                0x0f567d2e,
                0x13c16de0,
                0x11,
                0xeecf3d,
                0,
                0,
                128,
                0,
                0x505400fffe770001L,
                new Slice(60, 196, 196)));
  }

  @Test
  void shouldReadWhoseExtensionsAConnectionUses() {
    byte[] rep = REP_BYTES.clone();
    putVendor(rep, 15, 19, 23);

    assertThat(req(FULL_REQ).vendorId()).isEqualTo(0xa1b2c3);
    assertThat(((CmRep) read(rep)).vendorId()).isEqualTo(0xa1b2c3);
    assertThat(((CmRep) read(rep)).localQpn()).isEqualTo(0x11);
    assertThat(((CmRep) read(rep)).startingPsn()).isEqualTo(0xeecf3d);
  }

  @Test
  void shouldReadTheShortMessages() {
    assertThat(read(RTU_BYTES))
        .isEqualTo(
            new CmConfirmation(
                CmKind.RTU, header(0x0014), 256, 0x13c16de0, 0x0f567d2e, new Slice(32, 224, 224)));
    assertThat(read(DREQ_BYTES))
        .isEqualTo(
            new CmDreq(header(0x0015), 256, 0x13c16de0, 0x0f567d2e, 0x11, new Slice(36, 220, 220)));
    assertThat(read(DREP_BYTES))
        .isEqualTo(
            new CmConfirmation(
                CmKind.DREP, header(0x0016), 256, 0x0f567d2e, 0x13c16de0, new Slice(32, 224, 224)));
  }

  @Test
  void shouldReadAReject() {
    // Local and remote ID, message 1 (REP), 3 bytes of information, reason 28, the information
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 12 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
                + "40 06 00 1c aa bb cc");

    CmRej rej = (CmRej) read(bytes);

    assertThat(rej)
        .isEqualTo(
            new CmRej(
                header(0x0012), 256, 1, 2, 1, 28, new Slice(36, 3, 3), new Slice(108, 148, 148)));
    assertThat(rej.reason()).isEqualTo(RejectReason.CONSUMER_REJECT);
    assertThat(rej.reason().text()).isEqualTo("Consumer Reject");
  }

  @Test
  void shouldNotLetARejectSayMoreInformationThanHasRoom() {
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 12 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
                + "40 ff ff ff");

    CmRej rej = (CmRej) read(bytes);

    assertThat(rej.information()).isEqualTo(new Slice(36, 72, 72));
    assertThat(rej.reason()).isEqualTo(RejectReason.UNKNOWN);
    assertThat(rej.reasonCode()).isEqualTo(0xffff);
  }

  @Test
  void shouldReadAServiceRequest() {
    assertThat(read(SIDR_REQ_BYTES))
        .isEqualTo(
            new CmSidrReq(
                new MadHeader(1, 7, 2, 3, 0, 0, 0x2_02f1_af7aL, 0x0017, 0),
                256,
                0x7aaff102,
                0xffff,
                ServiceId.ofIpCm(17, 0x1c06),
                new Slice(40, 216, 216)));
  }

  @Test
  void shouldReadAServiceReply() {
    // Request, status 2, 3 bytes of information, QP 0x123456, service, Q_Key, the information
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 18 00 00 00 00 00 00 7a af f1 02 02 03 a1 b2"
                + "12 34 56 c3 00 00 00 00 01 11 1c 06 11 22 33 44"
                + "aa bb cc");

    assertThat(read(bytes))
        .isEqualTo(
            new CmSidrRep(
                header(0x0018),
                256,
                0x7aaff102,
                2,
                0x123456,
                0xa1b2c3,
                ServiceId.ofIpCm(17, 0x1c06),
                0x11223344,
                new Slice(48, 3, 3),
                new Slice(120, 136, 136)));
  }

  @Test
  void shouldReadARequestForMoreTime() {
    // Local and remote ID, message 1 (REP), timeout 20
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 11 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
                + "7f a7");

    assertThat(read(bytes))
        .isEqualTo(new CmMra(header(0x0011), 256, 1, 2, 1, 20, new Slice(34, 222, 222)));
  }

  @Test
  void shouldReadAnAlternatePath() {
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 19 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
                + "ff ff ff ff 12 34 56 a7 ff ff ff ff 00 05 00 06"
                + "fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 07"
                + "fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 08"
                + "ab cd ef 99 40 c3 5f 97");

    assertThat(read(bytes))
        .isEqualTo(
            new CmLap(
                header(0x0019),
                256,
                1,
                2,
                0x123456,
                20,
                5,
                6,
                new Gid(0xfe80L << 48, 7),
                new Gid(0xfe80L << 48, 8),
                0xabcde,
                0x99,
                64,
                3,
                5,
                true,
                18,
                new Slice(88, 168, 168)));
  }

  @Test
  void shouldReadTheAnswerToAnAlternatePath() {
    byte[] bytes =
        mad(
            "01 07 02 03 00 00 00 00 00 00 00 02 e0 6d c1 13"
                + "00 1a 00 00 00 00 00 00 00 00 00 01 00 00 00 02"
                + "02 07 00 00 aa bb");

    assertThat(read(bytes))
        .isEqualTo(
            new CmApr(header(0x001a), 256, 1, 2, 7, new Slice(36, 2, 2), new Slice(108, 148, 148)));
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

    assertThat(CmMessage.read(Hex.buffer(longer), 0, 300)).contains(read(RTU_BYTES));
  }

  @Test
  void shouldReadAtAnyPlaceInTheFrame() {
    ByteBuffer frame = ByteBuffer.allocate(62 + 256).put(62, REQ_BYTES);

    assertThat(CmMessage.read(frame, 62, 256)).contains(read(REQ_BYTES));
  }

  @Test
  void shouldGiveWhatASnapLengthOf128LeavesOfAConnection() {
    CmReq req = (CmReq) cut(REQ_BYTES, SNAP_128).orElseThrow();
    CmRep rep = (CmRep) cut(REP_BYTES, SNAP_128).orElseThrow();

    assertThat(req.has(CmReq.Field.SERVICE_ID)).isTrue();
    assertThat(req.has(CmReq.Field.LOCAL_QPN)).isTrue();
    assertThat(req.has(CmReq.Field.STARTING_PSN)).as("two bytes short").isFalse();
    assertThat(rep.has(CmRep.Field.LOCAL_QPN)).isTrue();
    assertThat(rep.has(CmRep.Field.STARTING_PSN)).isTrue();
    assertThat(rep.privateData()).isEqualTo(new Slice(60, 196, 6));
    assertThat(rep.privateData().isComplete()).isFalse();
  }

  @Test
  void shouldTellWhichFieldsOfAReqACutLeaves() {
    Map<CmReq.Field, Function<CmReq, Object>> fields = new EnumMap<>(CmReq.Field.class);
    fields.put(CmReq.Field.LOCAL_COMMUNICATION_ID, CmReq::localCommunicationId);
    fields.put(CmReq.Field.VENDOR_ID, CmReq::vendorId);
    fields.put(CmReq.Field.SERVICE_ID, CmReq::serviceId);
    fields.put(CmReq.Field.LOCAL_CA_GUID, CmReq::localCaGuid);
    fields.put(CmReq.Field.LOCAL_QPN, CmReq::localQpn);
    fields.put(CmReq.Field.RESPONDER_RESOURCES, CmReq::responderResources);
    fields.put(CmReq.Field.INITIATOR_DEPTH, CmReq::initiatorDepth);
    fields.put(CmReq.Field.TRANSPORT_SERVICE_TYPE, CmReq::transportServiceType);
    fields.put(CmReq.Field.STARTING_PSN, CmReq::startingPsn);
    fields.put(CmReq.Field.RETRY_COUNT, CmReq::retryCount);
    fields.put(CmReq.Field.P_KEY, CmReq::pKey);
    fields.put(CmReq.Field.PATH_MTU, CmReq::pathMtuCode);
    fields.put(CmReq.Field.RNR_RETRY_COUNT, CmReq::rnrRetryCount);
    fields.put(CmReq.Field.PRIMARY_LOCAL_GID, CmReq::primaryLocalGid);
    fields.put(CmReq.Field.PRIMARY_REMOTE_GID, CmReq::primaryRemoteGid);
    fields.put(CmReq.Field.LOCAL_ACK_TIMEOUT, CmReq::localAckTimeout);
    assertThat(fields).containsOnlyKeys(CmReq.Field.values());

    checkCuts(FULL_REQ, CmReq.class, CmReq::has, fields);
  }

  @Test
  void shouldTellWhichFieldsOfARepACutLeaves() {
    Map<CmRep.Field, Function<CmRep, Object>> fields = new EnumMap<>(CmRep.Field.class);
    fields.put(CmRep.Field.LOCAL_COMMUNICATION_ID, CmRep::localCommunicationId);
    fields.put(CmRep.Field.REMOTE_COMMUNICATION_ID, CmRep::remoteCommunicationId);
    fields.put(CmRep.Field.LOCAL_QPN, CmRep::localQpn);
    fields.put(CmRep.Field.STARTING_PSN, CmRep::startingPsn);
    fields.put(CmRep.Field.VENDOR_ID, CmRep::vendorId);
    fields.put(CmRep.Field.RESPONDER_RESOURCES, CmRep::responderResources);
    fields.put(CmRep.Field.INITIATOR_DEPTH, CmRep::initiatorDepth);
    fields.put(CmRep.Field.RNR_RETRY_COUNT, CmRep::rnrRetryCount);
    fields.put(CmRep.Field.LOCAL_CA_GUID, CmRep::localCaGuid);
    assertThat(fields).containsOnlyKeys(CmRep.Field.values());

    byte[] rep = CmMad.rep(1, 0x11111111, 0x22222222, 0x333333, 0x444444, new byte[0]);
    putVendor(rep, 15, 19, 23);
    checkCuts(rep, CmRep.class, CmRep::has, fields);
  }

  @Test
  void shouldTellWhichFieldsOfTheOthersACutLeaves() {
    checkCuts(
        CmMad.rtu(1, 0x11111111, 0x22222222, new byte[0]),
        CmConfirmation.class,
        CmConfirmation::has,
        Map.of(
            CmConfirmation.Field.LOCAL_COMMUNICATION_ID,
            CmConfirmation::localCommunicationId,
            CmConfirmation.Field.REMOTE_COMMUNICATION_ID,
            CmConfirmation::remoteCommunicationId));
    checkCuts(
        CmMad.dreq(1, 0x11111111, 0x22222222, 0x333333, new byte[0]),
        CmDreq.class,
        CmDreq::has,
        Map.of(
            CmDreq.Field.LOCAL_COMMUNICATION_ID,
            CmDreq::localCommunicationId,
            CmDreq.Field.REMOTE_COMMUNICATION_ID,
            CmDreq::remoteCommunicationId,
            CmDreq.Field.REMOTE_QPN,
            CmDreq::remoteQpn));
    checkCuts(
        CmMad.drep(1, 0x11111111, 0x22222222, new byte[0]),
        CmConfirmation.class,
        CmConfirmation::has,
        Map.of(
            CmConfirmation.Field.LOCAL_COMMUNICATION_ID,
            CmConfirmation::localCommunicationId,
            CmConfirmation.Field.REMOTE_COMMUNICATION_ID,
            CmConfirmation::remoteCommunicationId));
    byte[] rej = CmMad.rej(1, 0x11111111, 0x22222222, RejectReason.TIMEOUT, new byte[0]);
    rej[32] = 0x40;
    rej[33] = (byte) (72 << 1);
    checkCuts(
        rej,
        CmRej.class,
        CmRej::has,
        Map.of(
            CmRej.Field.LOCAL_COMMUNICATION_ID,
            CmRej::localCommunicationId,
            CmRej.Field.REMOTE_COMMUNICATION_ID,
            CmRej::remoteCommunicationId,
            CmRej.Field.REJECTED_MESSAGE,
            CmRej::rejectedMessageCode,
            CmRej.Field.INFORMATION_LENGTH,
            message -> message.information().length(),
            CmRej.Field.REASON,
            CmRej::reasonCode));
  }

  /** A REQ in which no field is 0, so that a field that is missing shows. */
  private static final byte[] FULL_REQ = fullReq();

  private interface Has<M, F> {
    boolean test(M message, F field);
  }

  /**
   * Cuts a message at every length: without its header there is none, and from there on each field
   * is either there with its value or missing and 0, and once there stays.
   */
  private static <M extends CmMessage, F extends Enum<F>> void checkCuts(
      byte[] bytes, Class<M> type, Has<M, F> has, Map<F, Function<M, Object>> fields) {
    M whole = type.cast(read(bytes));
    for (int length = 0; length <= bytes.length; length++) {
      Optional<CmMessage> message = cut(bytes, length);
      if (length < MadHeader.LENGTH) {
        assertThat(message).isEmpty();
        continue;
      }
      M cut = type.cast(message.orElseThrow());
      assertThat(cut.presentBytes()).isEqualTo(length);
      Slice data = cut.privateData();
      assertThat(data.offset()).isEqualTo(whole.privateData().offset());
      assertThat(data.length()).isEqualTo(whole.privateData().length());
      assertThat(data.present())
          .isEqualTo(Math.max(0, length - data.offset()))
          .isLessThanOrEqualTo(data.length());
      fields.forEach(
          (field, value) -> {
            Object there = value.apply(cut);
            if (has.test(cut, field)) {
              assertThat(there).as("%s", field).isEqualTo(value.apply(whole));
            } else {
              assertThat(there)
                  .as("%s", field)
                  .isNotEqualTo(value.apply(whole))
                  .isIn(0, 0L, new Gid(0, 0), new ServiceId(0));
            }
          });
    }
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
            new Gid(5, 5),
            new Gid(6, 6),
            new byte[92]);
    bytes[24 + 43] = 0x02;
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

  private static CmReq req(byte[] bytes) {
    return (CmReq) read(bytes);
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
