package org.rdmadump.nfs;

import java.util.Map;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;

/**
 * The names of files of all servers of a run.
 *
 * <p>For one thread.
 */
public final class KnownServers {
  /** Servers whose files are told apart. */
  private static final int MOST = 256;

  private final NameTable table = new NameTable();
  private final Map<IpAddress, ServerNames> servers = new RecentMap<>(MOST);

  /** No server is known. */
  public KnownServers() {}

  /** {@return what is known of the server at an address} */
  public ServerNames at(IpAddress address) {
    table.asksAnother();
    ServerNames known = servers.get(address);
    if (known == null) {
      known = new ServerNames(table, address);
      servers.put(address, known);
    }
    return known;
  }

  /** {@return files that were given up to stay within the limit} */
  public long evicted() {
    return table.evicted();
  }
}
