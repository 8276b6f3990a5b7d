/**
 * Rewrites real RoCEv2 captures into the other forms in which RDMA reaches a capture file, with
 * right lengths and CRCs: {@code testdata/forms} writes them to a folder.
 *
 * <p>{@link org.rdmadump.ib.forms.RewrittenCapture} takes the transport packets out of a capture,
 * and a {@link org.rdmadump.ib.forms.Form} puts each into frames of its own. CRCs and checksums are
 * computed here in the plain way, apart from those of the decoders, so that each checks the other.
 */
@NullMarked
package org.rdmadump.ib.forms;

import org.jspecify.annotations.NullMarked;
