package org.rdmadump.xdr.decode;

/**
 * A value that is not as it was declared.
 *
 * @param fault what is wrong
 * @param path of the value, such as {@code READ3res.resok.data}
 * @param position in the rope of what is wrong
 * @param message what was found and what was expected, for a person
 */
public record XdrProblem(XdrFault fault, String path, long position, String message) {}
