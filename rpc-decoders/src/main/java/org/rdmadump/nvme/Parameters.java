package org.rdmadump.nvme;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What command dwords 10 to 15 mean: NVM Express base specification 2.0 chapters 5 to 7, NVM
 * command set 1.0 chapter 3, zoned namespaces 1.1 section 3.4, NVMe over Fabrics 1.1 chapter 3.
 */
public final class Parameters {
  private static final int FIRST_DWORD = 10;
  private static final int LAST_DWORD = 15;
  private static final String BLOCKS = "SLBA=10:64 NLB=12.0:16 ";
  private static final String TAGS = "ELBAT=15.0:16 ELBATM=15.16:16";
  private static final String READ =
      BLOCKS + "PRINFO=12.26:4 FUA=12.30:1 LR=12.31:1 DSM=13.0:8 EILBRT=14.0:32 " + TAGS;
  private static final String WRITE =
      BLOCKS
          + "DTYPE=12.20:4 PRINFO=12.26:4 FUA=12.30:1 LR=12.31:1 DSM=13.0:8 DSPEC=13.16:16"
          + " ILBRT=14.0:32 LBAT=15.0:16 LBATM=15.16:16";
  private static final String DIRECTIVE = "NUMD=10.0:32 DOPER=11.0:8 DTYPE=11.8:8 DSPEC=11.16:16";
  private static final String SECURITY = "NSSF=10.0:8 SPSP=10.8:16 SECP=10.24:8 ";
  private static final String RESERVATION = "IEKEY=10.3:1 RTYPE=10.8:8";

  /** Names, with dword, first bit and bits of each; 64 bits are those of two dwords. */
  private static final Map<Integer, String> IO =
      Map.ofEntries(
          Map.entry(0x00, ""),
          Map.entry(0x01, WRITE),
          Map.entry(0x02, READ),
          Map.entry(0x04, BLOCKS),
          Map.entry(0x05, READ),
          Map.entry(
              0x08,
              BLOCKS
                  + "DEAC=12.25:1 PRINFO=12.26:4 FUA=12.30:1 LR=12.31:1 ILBRT=14.0:32 LBAT=15.0:16"
                  + " LBATM=15.16:16"),
          Map.entry(0x09, "NR=10.0:8 IDR=11.0:1 IDW=11.1:1 AD=11.2:1"),
          Map.entry(0x0c, BLOCKS + "PRINFO=12.26:4 FUA=12.30:1 LR=12.31:1 EILBRT=14.0:32 " + TAGS),
          Map.entry(0x0d, "RREGA=10.0:3 IEKEY=10.3:1 CPTPL=10.30:2"),
          Map.entry(0x0e, "NUMD=10.0:32 EDS=11.0:1"),
          Map.entry(0x11, "RACQA=10.0:3 " + RESERVATION),
          Map.entry(0x15, "RRELA=10.0:3 " + RESERVATION),
          Map.entry(
              0x19,
              "SDLBA=10:64 NR=12.0:8 DF=12.8:4 PRINFOR=12.12:4 DTYPE=12.20:4 PRINFOW=12.26:4"
                  + " FUA=12.30:1 LR=12.31:1 DSPEC=13.16:16 ILBRT=14.0:32 LBAT=15.0:16"
                  + " LBATM=15.16:16"),
          Map.entry(0x79, "SLBA=10:64 ZSA=13.0:8 SELALL=13.8:1"),
          Map.entry(0x7a, "SLBA=10:64 NUMD=12.0:32 ZRA=13.0:8 ZRASF=13.8:8"),
          Map.entry(
              0x7d,
              "ZSLBA=10:64 NLB=12.0:16 PIREMAP=12.25:1 PRINFO=12.26:4 FUA=12.30:1 LR=12.31:1"
                  + " ILBRT=14.0:32 LBAT=15.0:16 LBATM=15.16:16"));

  private static final Map<Integer, String> ADMIN =
      Map.ofEntries(
          Map.entry(
              0x02,
              "LID=10.0:8 LSP=10.8:7 RAE=10.15:1 NUMDL=10.16:16 NUMDU=11.0:16 LSI=11.16:16"
                  + " LPO=12:64 UUIDX=14.0:7 OT=14.23:1 CSI=14.24:8"),
          Map.entry(0x06, "CNS=10.0:8 CNTID=10.16:16 CNSSID=11.0:16 CSI=11.24:8 UUIDX=14.0:7"),
          Map.entry(0x08, "SQID=10.0:16 CID=10.16:16"),
          Map.entry(
              0x09,
              "FID=10.0:8 SV=10.31:1 CDW11=11.0:32 CDW12=12.0:32 CDW13=13.0:32 UUIDX=14.0:7"
                  + " CDW15=15.0:32"),
          Map.entry(0x0a, "FID=10.0:8 SEL=10.8:3 CDW11=11.0:32 UUIDX=14.0:7"),
          Map.entry(0x0c, ""),
          Map.entry(0x0d, "SEL=10.0:4 CSI=11.24:8"),
          Map.entry(0x10, "FS=10.0:3 CA=10.3:3 BPID=10.31:1"),
          Map.entry(0x11, "NUMD=10.0:32 OFST=11.0:32"),
          Map.entry(0x14, "STC=10.0:4"),
          Map.entry(0x15, "SEL=10.0:4"),
          Map.entry(0x18, ""),
          Map.entry(0x19, DIRECTIVE),
          Map.entry(0x1a, DIRECTIVE),
          Map.entry(0x1c, "ACT=10.0:4 RT=10.8:3 CNTLID=10.16:16 NR=11.0:16"),
          Map.entry(0x20, "OPER=10.0:4 ELID=10.16:16 CAP=11:64"),
          Map.entry(0x24, "SCP=10.0:4 PRHBT=10.4:1 IFC=10.5:2 OFI=10.8:8 UUIDX=14.0:7"),
          Map.entry(0x80, "LBAF=10.0:4 MSET=10.4:1 PI=10.5:3 PIL=10.8:1 SES=10.9:3 LBAFU=10.12:2"),
          Map.entry(0x81, SECURITY + "TL=11.0:32"),
          Map.entry(0x82, SECURITY + "AL=11.0:32"),
          Map.entry(
              0x84,
              "SANACT=10.0:3 AUSE=10.3:1 OWPASS=10.4:4 OIPBP=10.8:1 NDAS=10.9:1 OVRPAT=11.0:32"),
          Map.entry(0x86, "SLBA=10:64 MNDW=12.0:32 RL=13.0:16 ATYPE=13.24:8"));

  private static final String AUTHENTICATION = "SPSP0=10.8:8 SPSP1=10.16:8 SECP=10.24:8 ";
  private static final Map<Integer, String> FABRICS =
      Map.of(
          0x00,
          "ATTRIB=10.0:8 OFST=11.0:32 VALUE=12:64",
          SubmissionEntry.CONNECT,
          "RECFMT=10.0:16 QID=10.16:16 SQSIZE=11.0:16 CATTR=11.16:8 KATO=12.0:32",
          0x04,
          "ATTRIB=10.0:8 OFST=11.0:32",
          0x05,
          AUTHENTICATION + "TL=11.0:32",
          0x06,
          AUTHENTICATION + "AL=11.0:32",
          0x08,
          "RECFMT=10.0:16");

  private Parameters() {}

  /**
   * {@return the parameters of a command in the order of their dwords; of a command that is not
   * known, dwords that are not 0}
   */
  public static List<Parameter> of(SubmissionEntry entry, CommandSet set) {
    String known = entry.isFabrics() ? FABRICS.get(entry.fabricsType()) : known(entry, set);
    List<Parameter> parameters = new ArrayList<>();
    if (known == null) {
      for (int number = FIRST_DWORD; number <= LAST_DWORD; number++) {
        if (entry.dword(number) != 0) {
          parameters.add(new Parameter("CDW" + number, entry.dword(number) & 0xffffffffL));
        }
      }
      return parameters;
    }
    for (String part : known.split(" ", -1)) {
      if (!part.isEmpty()) {
        parameters.add(parameter(part, entry));
      }
    }
    return parameters;
  }

  /** {@return every name of a parameter, in alphabetical order} */
  public static List<String> names() {
    Stream<String> known =
        Stream.of(ADMIN, IO, FABRICS)
            .flatMap(sets -> sets.values().stream())
            .flatMap(parts -> Stream.of(parts.split(" ", -1)))
            .filter(part -> !part.isEmpty())
            .map(part -> part.substring(0, part.indexOf('=')));
    Stream<String> dwords = IntStream.rangeClosed(FIRST_DWORD, LAST_DWORD).mapToObj(i -> "CDW" + i);
    return Stream.concat(known, dwords).distinct().sorted().toList();
  }

  private static @Nullable String known(SubmissionEntry entry, CommandSet set) {
    return switch (set) {
      case ADMIN -> ADMIN.get(entry.opcode());
      case IO -> IO.get(entry.opcode());
      case FABRICS, UNKNOWN -> null;
    };
  }

  private static Parameter parameter(String part, SubmissionEntry entry) {
    int equals = part.indexOf('=');
    int dot = part.indexOf('.');
    int colon = part.indexOf(':');
    String name = part.substring(0, equals);
    int bits = Integer.parseInt(part.substring(colon + 1));
    int number = Integer.parseInt(part.substring(equals + 1, dot < 0 ? colon : dot));
    long low = entry.dword(number) & 0xffffffffL;
    if (bits == Long.SIZE) {
      return new Parameter(name, low | (long) entry.dword(number + 1) << Integer.SIZE);
    }
    int shift = Integer.parseInt(part.substring(dot + 1, colon));
    return new Parameter(name, (low >> shift) & ((1L << bits) - 1));
  }
}
