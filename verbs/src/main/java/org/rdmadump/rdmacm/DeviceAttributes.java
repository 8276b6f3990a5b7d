package org.rdmadump.rdmacm;

/**
 * What a device can do: {@code struct ibv_device_attr}, ibv_query_device(3). Limits are upper
 * bounds: resources may be exhausted earlier.
 */
public final class DeviceAttributes {
  private static final int NODE_GUID = 0;
  private static final int SYS_IMAGE_GUID = 1;
  private static final int MAX_MR_SIZE = 2;
  private static final int PAGE_SIZE_CAP = 3;
  private static final int VENDOR_ID = 4;
  private static final int VENDOR_PART_ID = 5;
  private static final int HW_VER = 6;
  private static final int MAX_QP = 7;
  private static final int MAX_QP_WR = 8;
  private static final int DEVICE_CAP_FLAGS = 9;
  private static final int MAX_SGE = 10;
  private static final int MAX_SGE_RD = 11;
  private static final int MAX_CQ = 12;
  private static final int MAX_CQE = 13;
  private static final int MAX_MR = 14;
  private static final int MAX_PD = 15;
  private static final int MAX_QP_RD_ATOM = 16;
  private static final int MAX_EE_RD_ATOM = 17;
  private static final int MAX_RES_RD_ATOM = 18;
  private static final int MAX_QP_INIT_RD_ATOM = 19;
  private static final int MAX_EE_INIT_RD_ATOM = 20;
  private static final int ATOMIC_CAP = 21;
  private static final int MAX_EE = 22;
  private static final int MAX_RDD = 23;
  private static final int MAX_MW = 24;
  private static final int MAX_RAW_IPV6_QP = 25;
  private static final int MAX_RAW_ETHY_QP = 26;
  private static final int MAX_MCAST_GRP = 27;
  private static final int MAX_MCAST_QP_ATTACH = 28;
  private static final int MAX_TOTAL_MCAST_QP_ATTACH = 29;
  private static final int MAX_AH = 30;
  private static final int MAX_FMR = 31;
  private static final int MAX_MAP_PER_FMR = 32;
  private static final int MAX_SRQ = 33;
  private static final int MAX_SRQ_WR = 34;
  private static final int MAX_SRQ_SGE = 35;
  private static final int MAX_PKEYS = 36;
  private static final int LOCAL_CA_ACK_DELAY = 37;
  private static final int PHYS_PORT_CNT = 38;
  private static final int FIELDS = 39;

  private final String firmware;
  private final long[] numbers;

  private DeviceAttributes(long[] numbers, byte[] firmware) {
    this.numbers = numbers;
    this.firmware = CStrings.decode(firmware);
  }

  /** Asks a device, {@code struct ibv_context}. */
  static DeviceAttributes query(CmLibrary library, long context) throws RdmaException {
    long[] numbers = new long[FIELDS];
    byte[] firmware = new byte[64];
    RdmaException.check(
        "ibv_query_device", DeviceNatives.queryDevice(library.pointer, context, numbers, firmware));
    return new DeviceAttributes(numbers, firmware);
  }

  /** {@return the version of the firmware; empty for a software device: {@code fw_ver}} */
  public String firmware() {
    return firmware;
  }

  /** {@return the GUID of the device, an unsigned number: {@code node_guid}} */
  public long nodeGuid() {
    return numbers[NODE_GUID];
  }

  /** {@return the GUID of the system image, an unsigned number: {@code sys_image_guid}} */
  public long systemImageGuid() {
    return numbers[SYS_IMAGE_GUID];
  }

  /** {@return the largest memory region, in bytes, an unsigned number: {@code max_mr_size}} */
  public long maxRegionBytes() {
    return numbers[MAX_MR_SIZE];
  }

  /** {@return the supported page sizes, a bit for each: {@code page_size_cap}} */
  public long pageSizes() {
    return numbers[PAGE_SIZE_CAP];
  }

  /** {@return the number of the vendor: {@code vendor_id}} */
  public int vendorId() {
    return (int) numbers[VENDOR_ID];
  }

  /** {@return the part number of the vendor: {@code vendor_part_id}} */
  public int vendorPartId() {
    return (int) numbers[VENDOR_PART_ID];
  }

  /** {@return the version of the hardware: {@code hw_ver}} */
  public int hardwareVersion() {
    return (int) numbers[HW_VER];
  }

  /** {@return the largest number of queue pairs: {@code max_qp}} */
  public int maxQueuePairs() {
    return (int) numbers[MAX_QP];
  }

  /** {@return the largest number of requests in a queue: {@code max_qp_wr}} */
  public int maxRequests() {
    return (int) numbers[MAX_QP_WR];
  }

  /** {@return the capabilities, {@code enum ibv_device_cap_flags}: {@code device_cap_flags}} */
  public int capabilityFlags() {
    return (int) numbers[DEVICE_CAP_FLAGS];
  }

  /** {@return the largest number of buffers for a request: {@code max_sge}} */
  public int maxSegments() {
    return (int) numbers[MAX_SGE];
  }

  /** {@return the largest number of buffers for an RDMA READ: {@code max_sge_rd}} */
  public int maxReadSegments() {
    return (int) numbers[MAX_SGE_RD];
  }

  /** {@return the largest number of completion queues: {@code max_cq}} */
  public int maxCompletionQueues() {
    return (int) numbers[MAX_CQ];
  }

  /** {@return the largest number of completions in a queue: {@code max_cqe}} */
  public int maxCompletions() {
    return (int) numbers[MAX_CQE];
  }

  /** {@return the largest number of memory regions: {@code max_mr}} */
  public int maxRegions() {
    return (int) numbers[MAX_MR];
  }

  /** {@return the largest number of protection domains: {@code max_pd}} */
  public int maxDomains() {
    return (int) numbers[MAX_PD];
  }

  /**
   * {@return the RDMA READs and atomics that a queue pair answers at once: {@code max_qp_rd_atom}}
   */
  public int maxReadsAsResponder() {
    return (int) numbers[MAX_QP_RD_ATOM];
  }

  /** {@return the same for an EE context, which no device implements: {@code max_ee_rd_atom}} */
  public int maxReadsAsEeResponder() {
    return (int) numbers[MAX_EE_RD_ATOM];
  }

  /**
   * {@return the RDMA READs and atomics that the device answers at once: {@code max_res_rd_atom}}
   */
  public int maxResponderResources() {
    return (int) numbers[MAX_RES_RD_ATOM];
  }

  /**
   * {@return the RDMA READs and atomics that a queue pair has outstanding: {@code
   * max_qp_init_rd_atom}}
   */
  public int maxReadsAsInitiator() {
    return (int) numbers[MAX_QP_INIT_RD_ATOM];
  }

  /**
   * {@return the same for an EE context, which no device implements: {@code max_ee_init_rd_atom}}
   */
  public int maxReadsAsEeInitiator() {
    return (int) numbers[MAX_EE_INIT_RD_ATOM];
  }

  /**
   * {@return what atomics are atomic with: 0 no atomics, 1 with the device, 2 with all of memory:
   * {@code atomic_cap}}
   */
  public int atomicCapability() {
    return (int) numbers[ATOMIC_CAP];
  }

  /** {@return the largest number of EE contexts: {@code max_ee}} */
  public int maxEeContexts() {
    return (int) numbers[MAX_EE];
  }

  /** {@return the largest number of reliable datagram domains: {@code max_rdd}} */
  public int maxReliableDatagramDomains() {
    return (int) numbers[MAX_RDD];
  }

  /** {@return the largest number of memory windows: {@code max_mw}} */
  public int maxWindows() {
    return (int) numbers[MAX_MW];
  }

  /** {@return the largest number of raw IPv6 queue pairs: {@code max_raw_ipv6_qp}} */
  public int maxRawIpv6Pairs() {
    return (int) numbers[MAX_RAW_IPV6_QP];
  }

  /** {@return the largest number of raw Ethertype queue pairs: {@code max_raw_ethy_qp}} */
  public int maxRawEthernetPairs() {
    return (int) numbers[MAX_RAW_ETHY_QP];
  }

  /** {@return the largest number of multicast groups: {@code max_mcast_grp}} */
  public int maxGroups() {
    return (int) numbers[MAX_MCAST_GRP];
  }

  /** {@return the largest number of queue pairs in a group: {@code max_mcast_qp_attach}} */
  public int maxPairsOfGroup() {
    return (int) numbers[MAX_MCAST_QP_ATTACH];
  }

  /** {@return the largest number of queue pairs in groups: {@code max_total_mcast_qp_attach}} */
  public int maxPairsOfAllGroups() {
    return (int) numbers[MAX_TOTAL_MCAST_QP_ATTACH];
  }

  /** {@return the largest number of address handles: {@code max_ah}} */
  public int maxAddressHandles() {
    return (int) numbers[MAX_AH];
  }

  /** {@return the largest number of fast memory regions: {@code max_fmr}} */
  public int maxFastRegions() {
    return (int) numbers[MAX_FMR];
  }

  /** {@return the largest number of maps of a fast memory region: {@code max_map_per_fmr}} */
  public int maxMapsOfFastRegion() {
    return (int) numbers[MAX_MAP_PER_FMR];
  }

  /** {@return the largest number of shared receive queues: {@code max_srq}} */
  public int maxSharedQueues() {
    return (int) numbers[MAX_SRQ];
  }

  /** {@return the largest number of receives in a shared receive queue: {@code max_srq_wr}} */
  public int maxSharedReceives() {
    return (int) numbers[MAX_SRQ_WR];
  }

  /** {@return the largest number of buffers for a shared receive: {@code max_srq_sge}} */
  public int maxSharedSegments() {
    return (int) numbers[MAX_SRQ_SGE];
  }

  /** {@return the largest number of partitions: {@code max_pkeys}} */
  public int maxPartitions() {
    return (int) numbers[MAX_PKEYS];
  }

  /**
   * {@return the exponent of the time to acknowledge, 4.096 us * 2<sup>value</sup>: {@code
   * local_ca_ack_delay}}
   */
  public int acknowledgementDelay() {
    return (int) numbers[LOCAL_CA_ACK_DELAY];
  }

  /** {@return the number of ports: {@code phys_port_cnt}} */
  public int ports() {
    return (int) numbers[PHYS_PORT_CNT];
  }

  @Override
  public String toString() {
    return ports()
        + " ports, "
        + maxQueuePairs()
        + " queue pairs of "
        + maxRequests()
        + " requests, "
        + maxCompletions()
        + " completions in a queue, "
        + maxRegions()
        + " memory regions";
  }
}
