package org.rdmadump.rdma;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One RDMA connection as the capture shows it: two sides, each with an endpoint, and how it was
 * found.
 *
 * <p>Sides are numbered {@link #FIRST} and {@link #SECOND}; what they mean is the transport's
 * business. A connection of which only one direction was seen so far knows one endpoint's number.
 */
public final class RdmaConnection {
  /** The side that a connection is made for: its sender was seen first, or it asked to connect. */
  public static final int FIRST = 0;

  /** The other side. */
  public static final int SECOND = 1;

  private static final int NOT_KNOWN = -1;
  private static final long UNKNOWN_TIME = -1;

  /** Bytes of private data that are kept of a side: as many as the largest that are of use. */
  private static final int MOST_PRIVATE_DATA = 64;

  private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Transport transport;
  private final Side first;
  private final Side second;
  private final long firstFrame;
  private Recognition recognition = Recognition.INFERRED;
  private OptionalInt servicePort = OptionalInt.empty();
  private int activeSide = NOT_KNOWN;
  private Optional<ConnectionSetup> setup = Optional.empty();
  private String fault = "";
  private Optional<ConnectionEnd> end = Optional.empty();
  private boolean privateDataWhole = true;
  private int pathMtu;
  private boolean countsRequests;
  private long timesFrom;

  /** How long the parts of the time are in which requests are counted; 0 for none. */
  private long timesNanos;

  private Service service = Service.RELIABLE;
  private long setupNanos = UNKNOWN_TIME;
  private OptionalInt index = OptionalInt.empty();

  /** What is known of a side. */
  private static final class Side {
    private Endpoint endpoint;
    private ByteBuffer privateData = NO_DATA;
    private Lane lane = Lane.USUAL;
    private SentOrder order = SentOrder.UNKNOWN;

    /** Made when needed: a side that sent nothing has none. */
    private @Nullable TrafficCounters traffic;

    /** Only where requests are counted. */
    private @Nullable RequestCounters requests;

    Side(Endpoint endpoint) {
      this.endpoint = endpoint;
    }

    /** Lets go of the zeros that fill the private data up, and of what is behind 64 bytes. */
    void shortenPrivateData() {
      int length = Math.min(privateData.capacity(), MOST_PRIVATE_DATA);
      while (length > 0 && privateData.get(length - 1) == 0) {
        length--;
      }
      byte[] kept = new byte[length];
      privateData.get(0, kept);
      privateData = length == 0 ? NO_DATA : ByteBuffer.wrap(kept).asReadOnlyBuffer();
    }
  }

  /** A connection between two endpoints, first seen in {@code firstFrame}. */
  public RdmaConnection(Transport transport, Endpoint first, Endpoint second, long firstFrame) {
    this.transport = transport;
    this.first = new Side(first);
    this.second = new Side(second);
    this.firstFrame = firstFrame;
  }

  /** The side opposite to {@code side}. */
  public static int opposite(int side) {
    return FIRST + SECOND - side;
  }

  private Side of(int side) {
    return side == FIRST ? first : second;
  }

  /** The wire protocol. */
  public Transport transport() {
    return transport;
  }

  /** The endpoint of a side. */
  public Endpoint endpoint(int side) {
    return of(side).endpoint;
  }

  /** Replaces the endpoint of a side, when more is known of it. */
  public void endpoint(int side, Endpoint endpoint) {
    of(side).endpoint = endpoint;
  }

  /** 1-based number of the frame that showed the connection first. */
  public long firstFrame() {
    return firstFrame;
  }

  /** How the connection was recognised. */
  public Recognition recognition() {
    return recognition;
  }

  /**
   * Says that a connection manager's exchange set the connection up.
   *
   * @param recognition the kind of exchange
   * @param activeSide the side that asked to connect
   * @param servicePort port that it asked for, if the service is named by one
   */
  public void establishedBy(Recognition recognition, int activeSide, OptionalInt servicePort) {
    this.recognition = recognition;
    this.activeSide = activeSide;
    this.servicePort = servicePort;
  }

  /** Says which port its service has, whichever side that is. */
  public void servesAt(int port) {
    servicePort = OptionalInt.of(port);
  }

  /** Which service of the transport it uses. */
  public Service service() {
    return service;
  }

  /** Sets which service of the transport it uses. */
  public void service(Service used) {
    service = used;
  }

  /** Notes how long the answer to the request to connect took, in nanoseconds. */
  public void answeredAfter(long nanos) {
    setupNanos = Math.max(0, nanos);
  }

  /** {@return nanoseconds from the request to connect to its answer, if both were captured} */
  public OptionalLong setupNanos() {
    return setupNanos == UNKNOWN_TIME ? OptionalLong.empty() : OptionalLong.of(setupNanos);
  }

  /** Port of the service that was asked for, where the capture holds the request. */
  public OptionalInt servicePort() {
    return servicePort;
  }

  /** The side that asked to connect, where the capture holds the request. */
  public OptionalInt activeSide() {
    return activeSide == NOT_KNOWN ? OptionalInt.empty() : OptionalInt.of(activeSide);
  }

  /**
   * What the program at a side said when the connection was made; empty if not captured. A view of
   * its own, from its first byte to its capacity.
   */
  public ByteBuffer privateData(int side) {
    return of(side).privateData.asReadOnlyBuffer().clear();
  }

  /**
   * Sets what the program at a side said; the buffer is not copied, from its first byte to its
   * capacity.
   */
  public void privateData(int side, ByteBuffer data) {
    of(side).privateData = data;
  }

  /** Whether all of what the programs said was captured, of as much as the set-up holds. */
  public boolean isPrivateDataWhole() {
    return privateDataWhole;
  }

  /** Says that the snap length cut what a program said. */
  public void privateDataWasCut() {
    privateDataWhole = false;
  }

  /**
   * Lets go of most of what the programs said, once whoever wanted it has read it: of each side
   * stays what precedes the zeros that fill it up, 64 bytes at most.
   */
  public void shortenPrivateData() {
    first.shortenPrivateData();
    second.shortenPrivateData();
  }

  /** What the two ends told each other when the connection was made, if that was captured. */
  public Optional<ConnectionSetup> setup() {
    return setup;
  }

  /** Sets what the two ends told each other. */
  public void setup(ConnectionSetup parameters) {
    setup = Optional.of(parameters);
  }

  /** What a side sent, counted; the transport goes on counting until the connection ends. */
  public TrafficCounters traffic(int side) {
    Side sender = of(side);
    TrafficCounters counters = sender.traffic;
    if (counters == null) {
      counters = new TrafficCounters();
      sender.traffic = counters;
    }
    return counters;
  }

  /** Bytes of payload that a side sent, as {@link #traffic} counts them. */
  public long bytes(int side) {
    TrafficCounters counters = of(side).traffic;
    return counters == null ? 0 : counters.bytes();
  }

  /** Sets where what a side sends is counted. */
  public void traffic(int side, TrafficCounters counters) {
    of(side).traffic = counters;
  }

  /** Has the transport count the requests of both sides: nobody knows what they carry. */
  public void countRequests() {
    countsRequests = true;
  }

  /** The same, and when they are sent, in parts of the time from {@code origin} on. */
  public void countRequests(long origin, long nanos) {
    countsRequests = true;
    timesFrom = origin;
    timesNanos = nanos;
  }

  /** {@return counters of the requests of a side, which are told what they hold} */
  public RequestCounters newCounters(LongConsumer memory) {
    return new RequestCounters(
        memory,
        timesNanos == 0 ? Optional.empty() : Optional.of(new RequestTimes(timesFrom, timesNanos)));
  }

  /** {@return whether the transport is to count requests} */
  public boolean countsRequests() {
    return countsRequests;
  }

  /** Sets where the requests of a side are counted. */
  public void requests(int side, RequestCounters counters) {
    of(side).requests = counters;
  }

  /** {@return the requests of a side; empty if they are not counted, or it sent nothing} */
  public Optional<RequestCounters> requests(int side) {
    return Optional.ofNullable(of(side).requests);
  }

  /** Has no request counted any more, and forgets those that were. */
  public void forgetRequests() {
    countsRequests = false;
    for (Side each : List.of(first, second)) {
      RequestCounters counted = each.requests;
      if (counted != null) {
        counted.stop();
        each.requests = null;
      }
    }
  }

  /** The order in which a side sent its requests. */
  public SentOrder order(int side) {
    return of(side).order;
  }

  /** Sets what knows the order in which a side sends its requests. */
  public void order(int side, SentOrder order) {
    of(side).order = order;
  }

  /** Records the error that ended the connection, as text. */
  public void broken(String error) {
    fault = error;
  }

  /** Whether an error broke it. */
  public boolean isBroken() {
    return !fault.isEmpty() || (end.isPresent() && end.get().isAbort());
  }

  /**
   * Notes how the connection ended; what was noted first stays. Where no reason is known, an error
   * that {@link #broken} noted is it.
   */
  public void ended(ConnectionEnd how) {
    if (end.isEmpty()) {
      end =
          Optional.of(
              how.reason().isEmpty()
                  ? new ConnectionEnd(how.how(), how.side(), fault, how.frame(), how.epochNanos())
                  : how);
    }
  }

  /** Ends as one direction of another connection, which has what is counted from here on. */
  public void takenOver() {
    for (Side each : List.of(first, second)) {
      each.traffic = null;
      each.requests = null;
    }
    ended(new ConnectionEnd(ConnectionEnd.How.JOINED, OptionalInt.empty(), "", 0, 0));
  }

  /** How the connection ended, once it did. */
  public Optional<ConnectionEnd> end() {
    return end;
  }

  /** How what a side sends is marked; {@link Lane#USUAL} as long as nothing was seen of it. */
  public Lane lane(int side) {
    return of(side).lane;
  }

  /** Sets how what a side sends is marked. */
  public void lane(int side, Lane lane) {
    of(side).lane = lane;
  }

  /** Payload bytes of a full packet; empty until known or where the transport has no such thing. */
  public OptionalInt pathMtu() {
    return pathMtu == 0 ? OptionalInt.empty() : OptionalInt.of(pathMtu);
  }

  /** Sets the path MTU, above 0. */
  public void pathMtu(int bytes) {
    pathMtu = bytes;
  }

  /** 1-based index in the order in which connections were found to carry messages, if it was. */
  public OptionalInt index() {
    return index;
  }

  /** Gives the connection its index, above 0. */
  public void index(int number) {
    index = OptionalInt.of(number);
  }
}
