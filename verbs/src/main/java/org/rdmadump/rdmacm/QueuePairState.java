package org.rdmadump.rdmacm;

import java.util.Arrays;
import org.rdmadump.verbs.QueuePairPhase;

/**
 * The state of a queue pair: {@code struct ibv_qp_attr} and the rest of {@code struct
 * ibv_qp_init_attr}, ibv_query_qp(3). A software device leaves 0 what it does not use.
 */
public final class QueuePairState {
  private static final int QP_STATE = 0;
  private static final int CUR_QP_STATE = 1;
  private static final int PATH_MTU = 2;
  private static final int PATH_MIG_STATE = 3;
  private static final int QKEY = 4;
  private static final int RQ_PSN = 5;
  private static final int SQ_PSN = 6;
  private static final int DEST_QP_NUM = 7;
  private static final int QP_ACCESS_FLAGS = 8;
  private static final int PKEY_INDEX = 9;
  private static final int ALT_PKEY_INDEX = 10;
  private static final int EN_SQD_ASYNC_NOTIFY = 11;
  private static final int SQ_DRAINING = 12;
  private static final int MAX_RD_ATOMIC = 13;
  private static final int MAX_DEST_RD_ATOMIC = 14;
  private static final int MIN_RNR_TIMER = 15;
  private static final int PORT_NUM = 16;
  private static final int TIMEOUT = 17;
  private static final int RETRY_CNT = 18;
  private static final int RNR_RETRY = 19;
  private static final int ALT_PORT_NUM = 20;
  private static final int ALT_TIMEOUT = 21;
  private static final int RATE_LIMIT = 22;
  private static final int MAX_SEND_WR = 23;
  private static final int MAX_RECV_WR = 24;
  private static final int MAX_SEND_SGE = 25;
  private static final int MAX_RECV_SGE = 26;
  private static final int MAX_INLINE_DATA = 27;
  private static final int SQ_SIG_ALL = 28;
  private static final int FIELDS = 29;

  private final byte[] addresses;
  private final long[] numbers;

  private QueuePairState(long[] numbers, byte[] addresses) {
    this.numbers = numbers;
    this.addresses = addresses;
  }

  /** Asks for the queue pair of an identifier. */
  static QueuePairState query(CmLibrary library, long id) throws RdmaException {
    long[] numbers = new long[FIELDS];
    byte[] addresses = new byte[2 * Layout.ADDRESS_LENGTH];
    RdmaException.check(
        "ibv_query_qp", DeviceNatives.queryPair(library.pointer, id, numbers, addresses));
    return new QueuePairState(numbers, addresses);
  }

  /** {@return the capabilities: {@code cap}} */
  public QueuePairCapabilities capabilities() {
    return new QueuePairCapabilities(
        (int) numbers[MAX_SEND_WR],
        (int) numbers[MAX_RECV_WR],
        (int) numbers[MAX_SEND_SGE],
        (int) numbers[MAX_RECV_SGE],
        (int) numbers[MAX_INLINE_DATA]);
  }

  /** {@return {@code ah_attr}, the bytes of struct ibv_ah_attr, of the path to the peer} */
  public byte[] path() {
    return Arrays.copyOf(addresses, Layout.ADDRESS_LENGTH);
  }

  /** {@return {@code alt_ah_attr}, the bytes of struct ibv_ah_attr, of the alternate path} */
  public byte[] alternatePath() {
    return Arrays.copyOfRange(addresses, Layout.ADDRESS_LENGTH, addresses.length);
  }

  private static int bytes(long mtu) {
    return PortAttributes.bytes(mtu);
  }

  /** {@return the state: {@code qp_state}} */
  public QueuePairPhase state() {
    return QueuePairPhase.of((int) numbers[QP_STATE]);
  }

  /** {@return the state during a change: {@code cur_qp_state}} */
  public QueuePairPhase currentState() {
    return QueuePairPhase.of((int) numbers[CUR_QP_STATE]);
  }

  /** {@return the MTU of the path, in bytes; 0 without a path: {@code path_mtu}} */
  public int mtu() {
    return bytes(numbers[PATH_MTU]);
  }

  /** {@return the migration: 0 migrated, 1 rearm, 2 armed: {@code path_mig_state}} */
  public int migrationState() {
    return (int) numbers[PATH_MIG_STATE];
  }

  /** {@return the queue key of datagrams: {@code qkey}} */
  public int queueKey() {
    return (int) numbers[QKEY];
  }

  /** {@return the packet sequence number expected next, 24 bits: {@code rq_psn}} */
  public int receiveSequence() {
    return (int) numbers[RQ_PSN];
  }

  /** {@return the packet sequence number sent next, 24 bits: {@code sq_psn}} */
  public int sendSequence() {
    return (int) numbers[SQ_PSN];
  }

  /** {@return the number of the peer's queue pair, 24 bits: {@code dest_qp_num}} */
  public int peerNumber() {
    return (int) numbers[DEST_QP_NUM];
  }

  /**
   * {@return what the peer may do, {@link org.rdmadump.verbs.AccessFlags}: {@code qp_access_flags}}
   */
  public int access() {
    return (int) numbers[QP_ACCESS_FLAGS];
  }

  /** {@return the index of the P_Key: {@code pkey_index}} */
  public int partitionIndex() {
    return (int) numbers[PKEY_INDEX];
  }

  /** {@return the index of the P_Key of the alternate path: {@code alt_pkey_index}} */
  public int alternatePartitionIndex() {
    return (int) numbers[ALT_PKEY_INDEX];
  }

  /**
   * {@return whether an event tells that the send queue is drained: {@code en_sqd_async_notify}}
   */
  public boolean notifiesDrained() {
    return numbers[EN_SQD_ASYNC_NOTIFY] != 0;
  }

  /** {@return whether the send queue is draining: {@code sq_draining}} */
  public boolean isDraining() {
    return numbers[SQ_DRAINING] != 0;
  }

  /** {@return the RDMA READs and atomics that may be outstanding: {@code max_rd_atomic}} */
  public int initiatorDepth() {
    return (int) numbers[MAX_RD_ATOMIC];
  }

  /**
   * {@return the RDMA READs and atomics that the peer may have outstanding: {@code
   * max_dest_rd_atomic}}
   */
  public int responderResources() {
    return (int) numbers[MAX_DEST_RD_ATOMIC];
  }

  /**
   * {@return the time that a sender waits for a receive, 5 bits, IBTA 9.7.5.2.8: {@code
   * min_rnr_timer}}
   */
  public int receiverNotReadyTimer() {
    return (int) numbers[MIN_RNR_TIMER];
  }

  /** {@return the number of the port, from 1: {@code port_num}} */
  public int port() {
    return (int) numbers[PORT_NUM];
  }

  /**
   * {@return the exponent of the timeout, 4.096 us * 2<sup>value</sup>; 0 for no limit: {@code
   * timeout}}
   */
  public int ackTimeout() {
    return (int) numbers[TIMEOUT];
  }

  /** {@return the retransmissions, 0 to 7: {@code retry_cnt}} */
  public int retryCount() {
    return (int) numbers[RETRY_CNT];
  }

  /**
   * {@return the retransmissions for a receiver that is not ready, 0 to 7; 7 for no limit: {@code
   * rnr_retry}}
   */
  public int rnrRetryCount() {
    return (int) numbers[RNR_RETRY];
  }

  /** {@return the number of the port of the alternate path: {@code alt_port_num}} */
  public int alternatePort() {
    return (int) numbers[ALT_PORT_NUM];
  }

  /** {@return the timeout of the alternate path: {@code alt_timeout}} */
  public int alternateAckTimeout() {
    return (int) numbers[ALT_TIMEOUT];
  }

  /** {@return the limit of the rate, in kbit/s; 0 for none: {@code rate_limit}} */
  public long rateLimit() {
    return numbers[RATE_LIMIT];
  }

  /** {@return whether every request creates a completion: {@code sq_sig_all}} */
  public boolean signalsAll() {
    return numbers[SQ_SIG_ALL] != 0;
  }

  @Override
  public String toString() {
    return state() + ", peer's number " + peerNumber() + ", MTU " + mtu() + ", " + capabilities();
  }
}
