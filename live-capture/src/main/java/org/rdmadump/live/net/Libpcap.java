package org.rdmadump.live.net;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.Pcaps;
import org.rdmadump.capture.PrivateFolder;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;

/** The library libpcap, which is found when it is needed first. */
final class Libpcap {
  /** System property of JNA: where it puts its own library, which comes out of the jar. */
  private static final String JNA_FOLDER = "jna.tmpdir";

  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private Libpcap() {}

  /**
   * Loads it, and does nothing if it is loaded.
   *
   * @throws DeviceOpenException if it is not there, or Java cannot call it
   */
  static synchronized void load() throws DeviceOpenException {
    if (LOADED.get()) {
      return;
    }
    try {
      readClassPath();
      callByPrivateFolder();
      LOADED.set(true);
    } catch (IOException e) {
      throw new DeviceOpenException(
          Reason.NO_LIBRARY,
          "libpcap cannot be called: the library of JNA cannot be copied to "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e
              + "; JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another folder",
          e);
    } catch (LinkageError e) {
      String why = String.valueOf(e.getMessage());
      boolean missing = e instanceof NoClassDefFoundError || why.contains("Unable to load library");
      throw new DeviceOpenException(
          Reason.NO_LIBRARY,
          missing
              ? "libpcap is not installed (Debian package libpcap0.8)"
              : "libpcap cannot be called: " + firstLine(why),
          e);
    }
  }

  /**
   * pcap4j requires slf4j by a module name that slf4j no longer has: it works on the class path.
   */
  private static void readClassPath() {
    Class<?> here = Libpcap.class;
    here.getModule().addReads(here.getClassLoader().getUnnamedModule());
  }

  /** By itself, JNA would use the home folder, which may be another user's, or a known name. */
  private static void callByPrivateFolder() throws IOException {
    String before = System.getProperty(JNA_FOLDER);
    try (PrivateFolder folder = PrivateFolder.make()) {
      System.setProperty(JNA_FOLDER, folder.path().toString());
      String unused = Pcaps.libVersion();
    } finally {
      if (before == null) {
        System.clearProperty(JNA_FOLDER);
      } else {
        System.setProperty(JNA_FOLDER, before);
      }
    }
  }

  /** {@return the program of a filter, for the packets of a handle} */
  static BpfProgram compile(PcapHandle handle, String expression)
      throws PcapNativeException, NotOpenException {
    return handle.compileFilter(
        expression, BpfCompileMode.OPTIMIZE, PcapHandle.PCAP_NETMASK_UNKNOWN);
  }

  /** {@return what libpcap says} */
  static String text(Exception e) {
    return String.valueOf(e.getMessage()).strip();
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
