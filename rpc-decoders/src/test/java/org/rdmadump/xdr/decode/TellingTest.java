package org.rdmadump.xdr.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrSchema;

class TellingTest {
  private static final XdrSchema NFS3 = Protocols.load("nfs3");

  private static final String WRITE = "00000004 01020304 00000000 00100000 00100000 00000002";

  @Test
  void shouldTellWhatAWriteIsAbout() {
    assertThat(told(NFS3.declared("WRITE3args"), Hex.rope(WRITE + "00000004 aabbccdd")))
        .isEqualTo("fh:0xb63cfbcd offset 1048576 count 1048576 FILE_SYNC");
  }

  @Test
  void shouldTellItFromWhatIsThere() {
    Rope cut = Rope.builder().add(Hex.bytes(WRITE)).addHole(1 << 20, Absence.TRUNCATED).build();

    assertThat(told(NFS3.declared("WRITE3args"), cut))
        .isEqualTo("fh:0xb63cfbcd offset 1048576 count 1048576 FILE_SYNC");
    assertThat(told(NFS3.declared("WRITE3args"), cut.slice(0, 16)))
        .isEqualTo("fh:0xb63cfbcd offset 1048576");
    assertThat(told(NFS3.declared("WRITE3args"), Rope.empty())).isEmpty();
  }

  @Test
  void shouldTellNamesAndWhereTheyGo() {
    String directory = "00000004 01020304";
    assertThat(
            told(
                NFS3.declared("RENAME3args"),
                Hex.rope(directory + "00000001 61000000" + directory + "00000003 62206300")))
        .isEqualTo("fh:0xb63cfbcd a to fh:0xb63cfbcd \"b c\"");
    assertThat(told(NFS3.declared("LOOKUP3args"), Hex.rope(directory + "00000001 0a000000")))
        .isEqualTo("fh:0xb63cfbcd 0x0a");
    assertThat(told(NFS3.declared("LOOKUP3args"), Hex.rope(directory + "00000001 22000000")))
        .isEqualTo("fh:0xb63cfbcd \"\\\"\"");
  }

  @Test
  void shouldTellResultsWithoutTheirStatus() {
    assertThat(
            told(
                NFS3.declared("READ3res"),
                Hex.rope("00000000 00000000 00000004 00000001 00000004 aabbccdd")))
        .isEqualTo("count 4 eof");
    assertThat(
            told(
                NFS3.declared("READ3res"),
                Hex.rope("00000000 00000000 00000004 00000000 00000004 aabbccdd")))
        .isEqualTo("count 4");
    assertThat(told(NFS3.declared("READ3res"), Hex.rope("00000046 00000000"))).isEmpty();
  }

  @Test
  void shouldTellHowManyEntriesThereAre() {
    assertThat(
            told(
                NFS3.declared("READDIR3res"),
                Hex.rope(
                    """
                    00000000 00000000 00000000 00000000
                    00000001 00000000 00000001 00000001 61000000 00000000 00000001
                    00000001 00000000 00000002 00000001 62000000 00000000 00000002
                    00000000 00000001
                    """)))
        .isEqualTo("entries 2 eof");
  }

  @Test
  void shouldTellWhatIsSet() {
    assertThat(
            told(
                NFS3.declared("SETATTR3args"),
                Hex.rope(
                    """
                    00000004 01020304
                    00000001 000001a4 00000000 00000000 00000001 00000000 00000005
                    00000000 00000000 00000000
                    """)))
        .isEqualTo("fh:0xb63cfbcd mode 0644 size 5");
  }

  @Test
  void shouldTellTimesArraysAndBitmaps() {
    String declarations =
        """
        %[prefix A_]
        enum attribute { A_TYPE = 1, A_SIZE = 4, A_MODE = 33 };
        %[time]
        struct nanos { hyper seconds; unsigned int nseconds; };
        %[time_us]
        struct micros { int seconds; int useconds; };
        %[stateid]
        struct stateid { int seqid; opaque other[12]; };
        struct t {
        %[tell, bits attribute]
          unsigned int mask<>;
        %[tell at]
          nanos n;
        %[tell -]
          micros m;
        %[tell]
          stateid id;
        %[tell]
          int list<>;
          int silent;
        %[tell]
          struct { int silent; } empty;
        };
        """;
    assertThat(
            told(
                Declared.type(declarations),
                Hex.rope(
                    """
                    00000002 00000012 00000006
                    00000000 00000005 00000007
                    00000006 00000008
                    00000001 000000000000000000000000
                    0000000a 00000000 00000001 00000002 00000003 00000004 00000005 00000006
                    00000007 00000008 00000009
                    00000001 00000001
                    """)))
        .isEqualTo(
            "mask TYPE|SIZE|MODE|34 at 5.000000007 6.000008000 id 0x312d92d0"
                + " list 0 1 2 3 4 5 6 7 ...");
  }

  private static String told(XdrField type, Rope rope) {
    StringBuilder text = new StringBuilder();
    Telling.append(XdrContent.of(type, rope).tree(), text);
    return text.toString();
  }
}
