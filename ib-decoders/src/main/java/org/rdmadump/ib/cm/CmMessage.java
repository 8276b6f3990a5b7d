package org.rdmadump.ib.cm;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Service;

/**
 * A message of communication management, copied out of its frame.
 *
 * <p>A message may be cut by the snap length. A field that was not wholly captured, or that such a
 * message does not have, reads as 0 and {@link #has} answers false for it, so ask before use.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapter 12.
 */
public final class CmMessage {
  /** Transport service types; 0 is a reliable connection. */
  private static final int UNRELIABLE = 1;

  private static final int RELIABLE_DATAGRAM = 2;

  /** Says that the transport service is in the extended type. */
  private static final int EXTENDED_TYPE = 3;

  /** XRC, in the extended type. */
  private static final int EXTENDED_RELIABLE = 1;

  private final MadHeader header;
  private final CmKind kind;
  private final CmLayout layout;
  private final byte[] bytes;

  private CmMessage(MadHeader header, byte[] bytes) {
    this.header = header;
    this.kind = CmKind.ofAttribute(header.attributeId());
    this.layout = CmLayout.of(kind);
    this.bytes = bytes;
  }

  /**
   * Reads the message at {@code at}.
   *
   * @param frame buffer that holds it
   * @param at first byte of the datagram
   * @param available captured bytes from there on; more than a datagram has are ignored
   * @return the message, or nothing if the header was cut, or the datagram is of another management
   *     class, class version or method
   */
  public static Optional<CmMessage> read(ByteBuffer frame, int at, int available) {
    if (available < MadHeader.LENGTH) {
      return Optional.empty();
    }
    MadHeader header = MadHeader.read(frame, at);
    if (!header.isCommunicationManagement()) {
      return Optional.empty();
    }
    byte[] bytes = new byte[Math.min(available, MadHeader.MAD_LENGTH)];
    frame.get(at, bytes);
    return Optional.of(new CmMessage(header, bytes));
  }

  /** {@return which message it is} */
  public CmKind kind() {
    return kind;
  }

  /** {@return the header of the datagram, always whole} */
  public MadHeader header() {
    return header;
  }

  /** {@return bytes of the datagram that were captured, {@link MadHeader#LENGTH} to 256} */
  public int presentBytes() {
    return bytes.length;
  }

  /** {@return whether it has the field, and all of that was captured} */
  public boolean has(CmField field) {
    return captured(field) != null;
  }

  private CmLayout.@Nullable Place captured(CmField field) {
    CmLayout.Place place = layout.place(field);
    return place == null || place.end() > bytes.length ? null : place;
  }

  /**
   * {@return a field of at most 64 bits as an unsigned number; 0 if it {@linkplain #has is not
   * there}}
   */
  public long value(CmField field) {
    CmLayout.Place place = captured(field);
    if (place == null) {
      return 0;
    }
    long number = number(place, 0, place.bytes()) >>> place.bitsBehind();
    return field.bits() < Long.SIZE ? number & (1L << field.bits()) - 1 : number;
  }

  /** {@return a field of at most 32 bits, with the bits of {@link #value}} */
  public int number(CmField field) {
    return (int) value(field);
  }

  /**
   * {@return a port's identifier (GID), which is an IPv6 address, or an IPv4 address in that form;
   * all zeros if it {@linkplain #has is not there}}
   */
  public IpAddress gid(CmField field) {
    CmLayout.Place place = captured(field);
    return place == null
        ? new IpAddress(0, 0)
        : new IpAddress(number(place, 0, Long.BYTES), number(place, Long.BYTES, 2 * Long.BYTES));
  }

  private long number(CmLayout.Place place, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      number = number << Byte.SIZE | Byte.toUnsignedLong(bytes[place.byteAt(i)]);
    }
    return number;
  }

  /** {@return what a request asks for; zeros if it asks for nothing, or that was not captured} */
  public ServiceId serviceId() {
    return new ServiceId(value(CmField.SERVICE_ID));
  }

  /**
   * {@return the service of the connection that a REQ asks for; a reliable connection if it names
   * none that is known, or that was not captured} 12.6.5
   */
  public Service service() {
    return switch (number(CmField.TRANSPORT_SERVICE_TYPE)) {
      case UNRELIABLE -> Service.UNRELIABLE;
      case RELIABLE_DATAGRAM -> Service.RELIABLE_DATAGRAM;
      case EXTENDED_TYPE ->
          number(CmField.EXTENDED_TRANSPORT_TYPE) == EXTENDED_RELIABLE
              ? Service.EXTENDED
              : Service.RELIABLE;
      default -> Service.RELIABLE;
    };
  }

  /** {@return the field that numbers the sender's end of a connection of a service} */
  public static CmField numberOf(Service service) {
    return service == Service.RELIABLE_DATAGRAM ? CmField.LOCAL_EECN : CmField.LOCAL_QPN;
  }

  /** {@return whether it asks for an IP port, and its private data begins with IP addresses} */
  public boolean isIpCm() {
    return (kind == CmKind.REQ || kind == CmKind.SIDR_REQ) && serviceId().isIpCm();
  }

  /** {@return where the programs behind the connection exchange bytes} */
  public Slice privateData() {
    return layout.privateData(bytes.length);
  }

  /** {@return what the sending program says there, IP addresses left out, as far as captured} */
  public ByteBuffer programData() {
    Slice data = privateData();
    int addresses =
        isIpCm() && data.present() >= IpCmPrivateData.LENGTH ? IpCmPrivateData.LENGTH : 0;
    int length = data.present() - addresses;
    return ByteBuffer.wrap(Arrays.copyOfRange(bytes, bytes.length - length, bytes.length))
        .asReadOnlyBuffer();
  }
}
