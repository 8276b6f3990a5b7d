package org.rdmadump.exercise.endpoint;

/**
 * How a host is reached.
 *
 * @param device name of the RDMA device
 * @param port of the device, from 1 on
 * @param local address of this side
 * @param remote address of the host
 */
public record Route(String device, int port, String local, String remote) {}
