/**
 * What an exercise does: its cases, transfers and calls, the bytes that they move, and the journal
 * of those that completed.
 */
@NullMarked
package org.rdmadump.exercise.journal;

import org.jspecify.annotations.NullMarked;
