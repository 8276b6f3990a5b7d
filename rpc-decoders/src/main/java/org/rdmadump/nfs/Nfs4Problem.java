package org.rdmadump.nfs;

import org.rdmadump.finding.Rule;

/**
 * Something wrong with a compound, or with the procedure of another version.
 *
 * @param rule what it is about
 * @param operation index of the operation, or -1 if it is about the whole
 * @param position in the message of the value that is wrong
 * @param message what was found and what was expected, for a person
 */
public record Nfs4Problem(Rule rule, int operation, long position, String message) {}
