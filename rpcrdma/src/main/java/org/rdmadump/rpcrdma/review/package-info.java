/** What is wrong with headers, with the use of memory, and with what the two sides agreed on. */
@NullMarked
package org.rdmadump.rpcrdma.review;

import org.jspecify.annotations.NullMarked;
