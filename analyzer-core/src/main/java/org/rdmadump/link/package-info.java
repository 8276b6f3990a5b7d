/** Link-layer headers, and the decoder that finds the network header behind them. */
@NullMarked
package org.rdmadump.link;

import org.jspecify.annotations.NullMarked;
