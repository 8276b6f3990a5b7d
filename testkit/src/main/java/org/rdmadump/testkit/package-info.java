/**
 * Assertions about NFS over RDMA for JUnit 5, the same over InfiniBand, RoCE and iWARP.
 *
 * <pre>{@code
 * @Test
 * void shouldWriteByReadChunk(@Capture("nfs41.pcap") RdmaCapture capture) {
 *   RpcExchange write = Exchanges.of(capture).operation("WRITE").status("NFS4_OK").get(0);
 *   assertThat(write).movesDataBy(RDMA_READ).hasContiguousOperations().isComplete();
 * }
 * }</pre>
 */
@NullMarked
package org.rdmadump.testkit;

import org.jspecify.annotations.NullMarked;
