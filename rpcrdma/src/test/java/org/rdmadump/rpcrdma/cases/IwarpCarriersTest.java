package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.link.LinkType;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.testing.Hex;

/** Real captures of iWARP in what else carries IP, and as two places show them. */
class IwarpCarriersTest {
  private static final String CAPTURE = "iwarp/iwarp-nfs3-acl.pcap";
  private static final int ETHERNET = 14;
  private static final int IPV4 = 20;
  private static final int TOTAL_LENGTH = 2;
  private static final int FRAGMENT = 6;
  private static final int MORE_FRAGMENTS = 0x2000;
  private static final int HOPS = 8;
  private static final int CHECKSUM = 10;
  private static final byte[] MACS = Hex.bytes("525400770001 525400770002");

  /** What carries the IP packet of a frame, whose Ethernet header is another or gone. */
  private enum Carrier {
    VLAN(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(join(MACS, Hex.bytes("8100 0064 0800"), ip));
      }
    },
    QINQ(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(join(MACS, Hex.bytes("88a8 0007 8100 0064 0800"), ip));
      }
    },
    MPLS(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(join(MACS, Hex.bytes("8847 00064040 000c8140"), ip));
      }
    },
    VXLAN(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        byte[] inner = join(MACS, Hex.bytes("0800"), ip);
        return List.of(
            outer(17, join(udp(4789, 8 + inner.length), Hex.bytes("08000000 00002a00"), inner)));
      }
    },
    GRE(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(outer(47, join(Hex.bytes("0000 0800"), ip)));
      }
    },
    IP_IN_IP(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(outer(4, ip));
      }
    },
    COOKED(LinkType.LINUX_SLL) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(join(Hex.bytes("0004 0001 0006 525400770001 0000 0800"), ip));
      }
    },
    COOKED_2(LinkType.LINUX_SLL2) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(join(Hex.bytes("0800 0000 00000002 0001 04 06 525400770001 0000"), ip));
      }
    },
    LOOPBACK(LinkType.NULL) {
      @Override
      List<byte[]> frames(byte[] ip) {
        byte[] family = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(2).array();
        return List.of(join(family, ip));
      }
    },
    RAW(LinkType.RAW) {
      @Override
      List<byte[]> frames(byte[] ip) {
        return List.of(ip);
      }
    },
    ERF(LinkType.ERF) {
      @Override
      List<byte[]> frames(byte[] ip) {
        byte[] frame = join(MACS, Hex.bytes("0800"), ip, new byte[4]);
        ByteBuffer record = ByteBuffer.allocate(16 + 8 + 2 + frame.length);
        record.putLong(0).put((byte) 0x82).put((byte) 4);
        record.putShort((short) record.capacity()).putShort((short) 0);
        record.putShort((short) frame.length).putLong(0x0500000000000000L).putShort((short) 0);
        return List.of(record.put(frame).array());
      }
    },
    FRAGMENTS(LinkType.ETHERNET) {
      @Override
      List<byte[]> frames(byte[] ip) {
        List<byte[]> frames = new ArrayList<>();
        for (byte[] part : fragments(ip)) {
          frames.add(0, join(MACS, Hex.bytes("0800"), part));
        }
        return frames;
      }
    };

    private final int linkType;

    Carrier(int linkType) {
      this.linkType = linkType;
    }

    /** What becomes of an IPv4 packet. */
    abstract List<byte[]> frames(byte[] ip);
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  private static byte[] udp(int port, int payload) {
    ByteBuffer header = ByteBuffer.allocate(8).putShort((short) 50000).putShort((short) port);
    return header.putShort((short) (8 + payload)).array();
  }

  private static byte[] outer(int protocol, byte[] payload) {
    ByteBuffer ip = ByteBuffer.allocate(IPV4).put((byte) 0x45).put((byte) 0);
    ip.putShort((short) (IPV4 + payload.length)).putInt(0);
    ip.put((byte) 64).put((byte) protocol).putShort((short) 0);
    ip.putInt(0x0a000001).putInt(0x0a000002);
    return join(MACS, Hex.bytes("0800"), ip.array(), payload);
  }

  /** Fragments of at most 96 bytes of payload. */
  private static List<byte[]> fragments(byte[] ip) {
    int most = 96;
    int length = ip.length - IPV4;
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < length; at += most) {
      int end = Math.min(length, at + most);
      byte[] part = join(Arrays.copyOf(ip, IPV4), Arrays.copyOfRange(ip, IPV4 + at, IPV4 + end));
      ByteBuffer header = ByteBuffer.wrap(part);
      header.putShort(TOTAL_LENGTH, (short) part.length);
      header.putShort(FRAGMENT, (short) (at / 8 | (end < length ? MORE_FRAGMENTS : 0)));
      parts.add(part);
    }
    return parts;
  }

  /** The IPv4 packet of a frame, without padding. */
  private static byte[] ip(byte[] frame) {
    int length = Short.toUnsignedInt(ByteBuffer.wrap(frame).getShort(ETHERNET + TOTAL_LENGTH));
    return Arrays.copyOfRange(frame, ETHERNET, ETHERNET + length);
  }

  private static List<Copied> captured() {
    List<Copied> frames = new ArrayList<>();
    for (Copied frame : FrameList.of(CAPTURE)) {
      if (frame.bytes()[ETHERNET] == 0x45) {
        frames.add(frame);
      }
    }
    return frames;
  }

  @ParameterizedTest
  @EnumSource(Carrier.class)
  @DisplayName("the same messages from everything that carries IP")
  void shouldTellTheSameMessages(Carrier carrier) {
    List<Copied> carried = new ArrayList<>();
    for (Copied frame : captured()) {
      for (byte[] each : carrier.frames(ip(frame.bytes()))) {
        carried.add(
            new Copied(each, each.length, frame.nanos(), carrier.linkType, frame.viewpoint()));
      }
    }

    Decoded seen = Decoded.of(carried);
    assertThat(seen.outlines()).isEqualTo(Decoded.of(captured()).outlines()).hasSize(44);
    assertThat(seen.summary().rules()).isEqualTo(Decoded.of(captured()).summary().rules());
    assertThat(seen.summary().notDecoded().keySet())
        .isEqualTo(Decoded.of(captured()).summary().notDecoded().keySet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp/iwarp-nfs3-acl.pcap",
        "iwarp/iwarp-nfs41-loss.pcap",
        "iwarp/iwarp-nfs3-dropped-late.pcap",
        "iwarp/iwarp-nfs41-reorder.pcap",
        "iwarp/iwarp-nfs41-crc.pcap"
      })
  @DisplayName("captures of both ends, a router between them: each segment counts once")
  void shouldTakeWhatBothEndsShowOnce(String capture) {
    List<Copied> whole = FrameList.of(capture);
    List<Copied> both = new ArrayList<>();
    int tcp = 0;
    for (Copied frame : whole) {
      both.add(frame.from(1));
      both.add(routed(frame).at(frame.nanos() + 700).from(2));
      tcp += frame.bytes()[12] == 8 && frame.bytes()[13] == 0 && frame.bytes()[23] == 6 ? 1 : 0;
    }

    Decoded seen = Decoded.of(both);
    assertThat(seen.outlines()).isEqualTo(Decoded.of(whole).outlines());
    assertThat(seen.summary().duplicates()).isEqualTo(tcp);
    assertThat(seen.summary().rules()).isEqualTo(Decoded.of(whole).summary().rules());
  }

  /** The frame behind a router. */
  private static Copied routed(Copied frame) {
    byte[] bytes = frame.bytes().clone();
    System.arraycopy(MACS, 0, bytes, 0, MACS.length);
    bytes[ETHERNET + HOPS]--;
    bytes[ETHERNET + CHECKSUM]++;
    return new Copied(bytes, frame.original(), frame.nanos(), frame.linkType(), 0);
  }
}
