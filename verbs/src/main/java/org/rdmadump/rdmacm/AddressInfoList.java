package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/** The addresses found by rdma_getaddrinfo(3). Closing calls rdma_freeaddrinfo(3). */
public final class AddressInfoList extends Resource {
  private static final int FLAGS = 0;
  private static final int TYPE = 1;
  private static final int SPACE = 2;
  private static final int FIELDS = 3;

  private static final int ROUTE = 0;
  private static final int CONNECT = 1;
  private static final int SOURCE_NAME = 2;
  private static final int DESTINATION_NAME = 3;

  private final List<AddressInfo> entries;

  /** {@code struct rdma_addrinfo}. */
  final long pointer;

  /** The structure at {@link #pointer}, counted: an abandoned call may still use it. */
  final Shared list;

  AddressInfoList(CmLibrary library, long pointer) {
    super("the list of addresses");
    this.pointer = pointer;
    this.list = new Shared(() -> CmNatives.freeAddressInfo(library.pointer, pointer));
    this.entries = read(pointer);
  }

  private static List<AddressInfo> read(long list) {
    List<AddressInfo> entries = new ArrayList<>();
    int[] fields = new int[FIELDS];
    byte[] source = new byte[SocketAddresses.MOST];
    byte[] destination = new byte[SocketAddresses.MOST];
    while (CmNatives.addressInfo(list, entries.size(), fields, source, destination)) {
      entries.add(
          new AddressInfo(
              fields[FLAGS],
              QueuePairType.of(fields[TYPE]),
              fields[SPACE],
              source.clone(),
              destination.clone(),
              name(list, entries.size(), SOURCE_NAME),
              name(list, entries.size(), DESTINATION_NAME),
              CmNatives.addressInfoPart(list, entries.size(), ROUTE),
              CmNatives.addressInfoPart(list, entries.size(), CONNECT)));
    }
    return List.copyOf(entries);
  }

  private static Optional<String> name(long list, int index, int part) {
    return Optional.of(CStrings.decode(CmNatives.addressInfoPart(list, index, part)))
        .filter(name -> !name.isEmpty());
  }

  /** {@return all addresses, in order of preference; at least one} */
  public List<AddressInfo> entries() {
    return entries;
  }

  /** {@return the preferred address} */
  public Optional<AddressInfo> first() {
    return entries.stream().findFirst();
  }

  @Override
  public String toString() {
    return entries.toString();
  }

  @Override
  void free() {
    list.give();
  }
}
