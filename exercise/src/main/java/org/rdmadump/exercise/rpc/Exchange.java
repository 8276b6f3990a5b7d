package org.rdmadump.exercise.rpc;

import org.rdmadump.exercise.Content;
import org.rdmadump.exercise.ExerciseCase;

/**
 * A call that was answered.
 *
 * @param of what was exercised by it
 * @param xid of both messages
 * @param call the whole RPC message that was called with
 * @param reply the whole RPC message that was to be answered
 * @param inMemory whether both sides had these bytes in memory
 */
public record Exchange(ExerciseCase of, int xid, Content call, Content reply, boolean inMemory) {}
