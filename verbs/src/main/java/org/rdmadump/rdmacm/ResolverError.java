package org.rdmadump.rdmacm;

import java.net.UnknownHostException;
import java.util.Map;

/** Results of getaddrinfo(3) other than an errno. */
final class ResolverError {
  /** The first of these results, below 0: {@code cm_address.c}. */
  private static final int FIRST = -0x10000;

  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "EAI_BADFLAGS",
          2, "EAI_NONAME",
          3, "EAI_AGAIN",
          4, "EAI_FAIL",
          5, "EAI_NODATA",
          6, "EAI_FAMILY",
          7, "EAI_SOCKTYPE",
          8, "EAI_SERVICE",
          10, "EAI_MEMORY",
          11, "EAI_SYSTEM");

  private ResolverError() {}

  /** Throws if the result is an error of getaddrinfo(3). */
  static void check(String node, String service, long result) throws UnknownHostException {
    if (result < FIRST) {
      int code = (int) (FIRST - result);
      throw new UnknownHostException(
          "rdma_getaddrinfo: "
              + NAMES.getOrDefault(code, "resolver error " + code)
              + ", no address is known of "
              + (node.isEmpty() ? "this machine" : node)
              + (service.isEmpty() ? "" : " port " + service));
    }
  }
}
