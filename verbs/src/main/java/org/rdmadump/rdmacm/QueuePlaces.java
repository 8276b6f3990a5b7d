package org.rdmadump.rdmacm;

/**
 * Where the queues for a new queue pair are; 0 leaves them to librdmacm.
 *
 * @param domain {@code struct ibv_pd}
 * @param sharedOf {@code struct rdma_cm_id} of the shared receive queue
 * @param send {@code struct ibv_cq} for requests
 * @param receive {@code struct ibv_cq} for receives
 */
record QueuePlaces(long domain, long sharedOf, long send, long receive) {}
