package org.rdmadump.exercise.build;

import java.nio.ByteBuffer;
import org.rdmadump.exercise.endpoint.Memory;

/** Memory that is registered with a fabric. */
record FabricMemory(ByteBuffer buffer, int handle, long address) implements Memory {}
