/**
 * Calls from when they arrive until they are answered, their replies, and how both become messages
 * and exchanges.
 */
@NullMarked
package org.rdmadump.rpcrdma.call;

import org.jspecify.annotations.NullMarked;
