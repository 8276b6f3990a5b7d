package org.rdmadump.rdma;

/** What the two ends told each other when a connection was made, where the capture holds it. */
public sealed interface ConnectionSetup permits CmSetup, MpaSetup {}
