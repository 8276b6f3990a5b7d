package org.rdmadump.live.hca;

/** The steps of the sniffer in C, in the order of its {@code steps.h}. */
enum Step {
  NONE("no call"),
  ALLOCATE("memory for the sniffer"),
  LOAD_LIBRARY("dlopen"),
  FIND_SYMBOL("dlsym"),
  GET_DEVICE_LIST("ibv_get_device_list"),
  FIND_DEVICE("ibv_get_device_list"),
  OPEN_DEVICE("ibv_open_device"),
  QUERY_DEVICE("ibv_query_device"),
  QUERY_PORT("ibv_query_port"),
  ALLOC_PD("ibv_alloc_pd"),
  REG_MR("ibv_reg_mr"),
  CREATE_COMP_CHANNEL("ibv_create_comp_channel"),
  CREATE_CQ("ibv_create_cq"),
  CREATE_QP("ibv_create_qp"),
  MODIFY_QP_INIT("ibv_modify_qp to INIT"),
  POST_RECV("ibv_post_recv"),
  MODIFY_QP_RTR("ibv_modify_qp to RTR"),
  CREATE_FLOW("ibv_create_flow"),
  NOTIFY_CQ("ibv_req_notify_cq"),
  WAIT("poll"),
  POLL_CQ("ibv_poll_cq"),
  DEVICE_GONE("ibv_get_async_event");

  private static final Step[] VALUES = values();

  private final String call;

  Step(String call) {
    this.call = call;
  }

  /** {@return the step with this number} */
  static Step of(int number) {
    return VALUES[number];
  }

  /** {@return the name of the call} */
  String call() {
    return call;
  }
}
