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

/** The library libpcap, loaded at its first use. */
final class Libpcap {
  /** System property of JNA: the folder for JNA's own library, which comes from the jar. */
  private static final String JNA_FOLDER = "jna.tmpdir";

  private static final String PREFIX = "Error occurred: ";

  private static final AtomicBoolean LOADED = new AtomicBoolean();

  private Libpcap() {}

  /**
   * Loads the library, unless it is loaded.
   *
   * @throws DeviceOpenException if the library is missing, or Java cannot call it
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
   * Makes the class path readable: pcap4j requires an old module name of slf4j, so it must be on
   * the class path.
   */
  private static void readClassPath() {
    Class<?> here = Libpcap.class;
    here.getModule().addReads(here.getClassLoader().getUnnamedModule());
  }

  /**
   * Loads JNA through a private folder. By default JNA would use the home folder, which may belong
   * to another user, or a predictable name.
   */
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

  /** {@return the compiled filter, for the packets of a handle} */
  static BpfProgram compile(PcapHandle handle, String expression)
      throws PcapNativeException, NotOpenException {
    return handle.compileFilter(
        expression, BpfCompileMode.OPTIMIZE, PcapHandle.PCAP_NETMASK_UNKNOWN);
  }

  /** {@return the message of libpcap, without what pcap4j puts before it} */
  static String text(Exception e) {
    String text = String.valueOf(e.getMessage()).strip();
    return text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
