package org.rdmadump.rdmacm;

/**
 * The state of a port: {@code struct ibv_port_attr}, ibv_query_port(3). Numbers are as in verbs.h.
 */
public final class PortAttributes {
  private static final int STATE = 0;
  private static final int MAX_MTU = 1;
  private static final int ACTIVE_MTU = 2;
  private static final int GID_TBL_LEN = 3;
  private static final int PORT_CAP_FLAGS = 4;
  private static final int MAX_MSG_SZ = 5;
  private static final int BAD_PKEY_CNTR = 6;
  private static final int QKEY_VIOL_CNTR = 7;
  private static final int PKEY_TBL_LEN = 8;
  private static final int LID = 9;
  private static final int SM_LID = 10;
  private static final int LMC = 11;
  private static final int MAX_VL_NUM = 12;
  private static final int SM_SL = 13;
  private static final int SUBNET_TIMEOUT = 14;
  private static final int INIT_TYPE_REPLY = 15;
  private static final int ACTIVE_WIDTH = 16;
  private static final int ACTIVE_SPEED = 17;
  private static final int PHYS_STATE = 18;
  private static final int LINK_LAYER = 19;
  private static final int FLAGS = 20;
  private static final int PORT_CAP_FLAGS2 = 21;
  private static final int FIELDS = 22;

  private static final int ACTIVE = 4;
  private static final int LARGEST_MTU = 5;

  private final long[] numbers;

  private PortAttributes(long[] numbers) {
    this.numbers = numbers;
  }

  /** Asks a device, {@code struct ibv_context}. */
  static PortAttributes query(long context, int port) throws RdmaException {
    long[] numbers = new long[FIELDS];
    RdmaException.check("ibv_query_port", DeviceNatives.queryPort(context, port, numbers));
    return new PortAttributes(numbers);
  }

  /** {@return an MTU in bytes, of enum ibv_mtu: 1 is 256} */
  static int bytes(long mtu) {
    return mtu < 1 || mtu > LARGEST_MTU ? 0 : 128 << mtu;
  }

  /** {@return whether the port carries data} */
  public boolean isActive() {
    return state() == ACTIVE;
  }

  /**
   * {@return the state: 1 down, 2 initializing, 3 armed, 4 active, 5 active deferred: {@code
   * state}}
   */
  public int state() {
    return (int) numbers[STATE];
  }

  /** {@return the largest MTU, in bytes; 0 for an undefined number: {@code max_mtu}} */
  public int maxMtu() {
    return bytes(numbers[MAX_MTU]);
  }

  /** {@return the MTU in use, in bytes; 0 for an undefined number: {@code active_mtu}} */
  public int activeMtu() {
    return bytes(numbers[ACTIVE_MTU]);
  }

  /** {@return the length of the GID table: {@code gid_tbl_len}} */
  public int gids() {
    return (int) numbers[GID_TBL_LEN];
  }

  /** {@return the capabilities, {@code enum ibv_port_cap_flags}: {@code port_cap_flags}} */
  public int capabilityFlags() {
    return (int) numbers[PORT_CAP_FLAGS];
  }

  /** {@return the longest message, in bytes: {@code max_msg_sz}} */
  public long maxMessageBytes() {
    return numbers[MAX_MSG_SZ];
  }

  /** {@return the counter of packets with a wrong P_Key: {@code bad_pkey_cntr}} */
  public long badPartitions() {
    return numbers[BAD_PKEY_CNTR];
  }

  /** {@return the counter of packets with a wrong Q_Key: {@code qkey_viol_cntr}} */
  public long queueKeyViolations() {
    return numbers[QKEY_VIOL_CNTR];
  }

  /** {@return the length of the P_Key table: {@code pkey_tbl_len}} */
  public int partitions() {
    return (int) numbers[PKEY_TBL_LEN];
  }

  /** {@return the LID; 0 on Ethernet: {@code lid}} */
  public int lid() {
    return (int) numbers[LID];
  }

  /** {@return the LID of the subnet manager: {@code sm_lid}} */
  public int smLid() {
    return (int) numbers[SM_LID];
  }

  /** {@return the LID mask count: {@code lmc}} */
  public int lmc() {
    return (int) numbers[LMC];
  }

  /** {@return the virtual lanes, {@code VLCap} of IBTA 14.2.5.6: {@code max_vl_num}} */
  public int virtualLanes() {
    return (int) numbers[MAX_VL_NUM];
  }

  /** {@return the service level of the subnet manager: {@code sm_sl}} */
  public int smServiceLevel() {
    return (int) numbers[SM_SL];
  }

  /**
   * {@return the exponent of the subnet timeout, 4.096 us * 2<sup>value</sup>: {@code
   * subnet_timeout}}
   */
  public int subnetTimeout() {
    return (int) numbers[SUBNET_TIMEOUT];
  }

  /** {@return the kind of initialization by the subnet manager: {@code init_type_reply}} */
  public int initTypeReply() {
    return (int) numbers[INIT_TYPE_REPLY];
  }

  /** {@return the width in use: 1 is 1x, 2 4x, 4 8x, 8 12x, 16 2x: {@code active_width}} */
  public int activeWidth() {
    return (int) numbers[ACTIVE_WIDTH];
  }

  /**
   * {@return the speed in use: 1 SDR, 2 DDR, 4 QDR, 8 FDR10, 16 FDR, 32 EDR, 64 HDR, 128 NDR:
   * {@code active_speed}}
   */
  public int activeSpeed() {
    return (int) numbers[ACTIVE_SPEED];
  }

  /**
   * {@return the physical state: 1 sleep, 2 polling, 3 disabled, 4 training, 5 up, 6 recovery, 7
   * test: {@code phys_state}}
   */
  public int physicalState() {
    return (int) numbers[PHYS_STATE];
  }

  /** {@return the link layer: 0 unspecified, 1 InfiniBand, 2 Ethernet: {@code link_layer}} */
  public int linkLayer() {
    return (int) numbers[LINK_LAYER];
  }

  /** {@return the flags; 1: the LMC is without effect: {@code flags}} */
  public int flags() {
    return (int) numbers[FLAGS];
  }

  /** {@return more capabilities, {@code enum ibv_port_cap_flags2}: {@code port_cap_flags2}} */
  public int capabilityFlags2() {
    return (int) numbers[PORT_CAP_FLAGS2];
  }

  @Override
  public String toString() {
    return "state " + state() + ", LID " + lid() + ", MTU " + activeMtu() + ", " + gids() + " GIDs";
  }
}
