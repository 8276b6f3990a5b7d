/** From TCP streams to FPDUs: start-up frames, markers, CRCs, and how framing is found again. */
@NullMarked
package org.rdmadump.iwarp.mpa;

import org.jspecify.annotations.NullMarked;
