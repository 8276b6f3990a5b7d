/**
 * What is in RPC messages, in full: header, credential, arguments or results, by the declarations
 * of their protocols.
 */
@NullMarked
package org.rdmadump.rpc.content;

import org.jspecify.annotations.NullMarked;
