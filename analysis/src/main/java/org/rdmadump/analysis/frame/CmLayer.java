package org.rdmadump.analysis.frame;

import java.util.Optional;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.IpCmPrivateData;

/**
 * A message of connection management.
 *
 * @param message its fields
 * @param addresses what a ConnectRequest or a ServiceIDResReq says of IP
 * @param privateData what the program says behind that
 */
record CmLayer(CmMessage message, Optional<IpCmPrivateData> addresses, PrivateData privateData) {}
