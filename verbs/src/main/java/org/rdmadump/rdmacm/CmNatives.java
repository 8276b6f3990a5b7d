package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import org.rdmadump.natives.NativeLibrary;

/**
 * The functions of librdmacm, and the functions of libibverbs other than those of work requests. A
 * {@code cm} argument is {@code struct cm}, which holds the functions; other numbers are structures
 * of the libraries. Negative results are negated errnos. No argument is checked here.
 */
final class CmNatives {
  /** The library; the system property {@code rdmadump.native.verbs} overrides its path. */
  static final NativeLibrary LIBRARY =
      new NativeLibrary("librdmadump-verbs", "rdmadump.native.verbs", CmNatives::version);

  /** EAGAIN. */
  static final int NOT_YET = -11;

  private CmNatives() {}

  /** {@return the version of rdmadump that the library was built from} */
  static native String version();

  /** {@return the layout of the library, which must equal {@link Layout#VERSION}} */
  static native long layout();

  /**
   * {@return {@code struct cm}, or a negated {@code enum cm_problem} with a text in {@code why}}
   */
  static native long open(String rdmacm, String verbs, byte[] why);

  static native void close(long cm);

  static native String eventText(long cm, int event);

  static native long createEventChannel(long cm);

  static native int channelFd(long channel);

  static native void destroyEventChannel(long cm, long channel);

  /** Takes an event, if there is one, and writes it to {@code event}. */
  static native int getEvent(long cm, long channel, ByteBuffer event);

  static native void ackEvent(long cm, long event);

  /** Acknowledges the event of an unwanted request, then destroys the request's identifier. */
  static native int discard(long cm, long event, long id);

  /** Creates an identifier; synchronous if the channel is 0. */
  static native long createId(long cm, long channel, int space);

  static native int destroyId(long cm, long id);

  /** Creates an end point without a queue pair. */
  static native long createEndpoint(long cm, long addresses);

  static native void destroyEndpoint(long cm, long id);

  /** Returns the file descriptor of the identifier's current channel. */
  static native int idFd(long id);

  /** Takes, acknowledges and writes down the event that ends a synchronous call. */
  static native int completed(long cm, long id, boolean look, ByteBuffer event);

  static native int migrate(long cm, long id, long channel);

  static native int setOption(long cm, long id, int level, int name, byte[] value);

  static native int bind(long cm, long id, byte[] address);

  static native int resolveAddress(
      long cm, long id, byte[] source, byte[] destination, int timeoutMillis);

  static native int resolveRoute(long cm, long id, int timeoutMillis);

  static native int listen(long cm, long id, int backlog);

  /** {@return the identifier of a connection request} */
  static native long getRequest(long cm, long id, ByteBuffer event);

  /** Connects or accepts; uses no parameters if they are empty. */
  static native int connect(long cm, long id, boolean accept, byte[] parameters);

  static native int establish(long cm, long id);

  static native int reject(long cm, long id, byte[] privateData);

  static native int notifyOf(long cm, long id, int event);

  static native int disconnect(long cm, long id);

  static native int port(long cm, long id, boolean source);

  static native void address(long id, boolean peer, byte[] address);

  static native String deviceName(long cm, long id);

  static native int devicePort(long id);

  static native boolean isIwarp(long id);

  static native int getRemoteEce(long cm, long id, int[] ece);

  static native int setLocalEce(long cm, long id, int vendor, int options);

  /** Joins a group, whose events carry the number. */
  static native int joinMulticast(long cm, long id, byte[] address, long number);

  static native int leaveMulticast(long cm, long id, byte[] address);

  /** Creates a queue pair, and replaces the wanted attributes by the actual attributes. */
  static native int createQueuePair(
      long cm,
      long id,
      long domain,
      long sharedOf,
      long sendQueue,
      long receiveQueue,
      int[] attributes);

  /** Destroys the queue pair; fails if a completion queue of it is left. */
  static native int destroyQueuePair(long cm, long id);

  static native int createSharedQueue(long cm, long id, long domain, int[] attributes);

  static native void destroySharedQueue(long cm, long id);

  /** {@return {@code struct ibv_pd} of an identifier; 0 if it has no device yet} */
  static native long domain(long id);

  static native long register(
      long cm, long domain, ByteBuffer buffer, long length, int access, long[] results);

  static native int deregister(long cm, long region);

  static native long allocWindow(long region);

  static native int windowKey(long window);

  static native int deallocWindow(long window);

  static native long createAddressHandle(long cm, long domain, byte[] attributes);

  static native long createAddressHandleFrom(
      long cm, long id, long completions, int index, long globalRoute);

  static native int destroyAddressHandle(long cm, long handle);

  static native long getAddressInfo(
      long cm, String node, String service, int flags, int type, int space, byte[] source);

  static native boolean addressInfo(
      long list, int index, int[] fields, byte[] source, byte[] destination);

  /** {@return route, private data, or a name of an entry; empty if it has none} */
  static native byte[] addressInfoPart(long list, int index, int part);

  static native void freeAddressInfo(long cm, long list);

  static native long getDevices(long cm);

  static native String[] deviceNames(long cm, long list);

  static native void freeDevices(long cm, long list);

  static native long allocPd(long cm, long list, int index);

  static native int deallocPd(long cm, long domain);
}
