package org.rdmadump.testkit;

import java.util.Set;
import java.util.regex.Pattern;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** Arguments that a server or a run chooses, by their form, type or name: no two runs agree. */
final class NeverCompared {
  private static final Set<XdrForm> FORMS =
      Set.of(
          XdrForm.FILE_HANDLE,
          XdrForm.STATE_ID,
          XdrForm.VERIFIER,
          XdrForm.TIME,
          XdrForm.TIME_MICROS,
          XdrForm.DURATION);

  /** Owners, clients, addresses, and statistics of layouts. */
  private static final Set<String> TYPES =
      Set.of(
          "state_owner4",
          "client_owner4",
          "nfs_client_id4",
          "nfs_impl_id4",
          "cb_client4",
          "netaddr4",
          "referring_call_list4",
          "fsid4",
          "io_info4",
          "layoutstats_update4",
          "gss_cb_handles4");

  private static final Set<String> NAMES =
      Set.of(
          "csa_sequence",
          "csa_cb_program",
          "bca_cb_program",
          "callback_ident",
          "stamp",
          "machinename",
          "svid",
          "oh",
          "caller_name",
          "my_id",
          "state",
          "r_addr",
          "r_owner",
          "lou_body",
          "lowa_body",
          "lrf_body",
          "ssa_ssv",
          "ssa_digest");

  private static final Pattern ENDS =
      Pattern.compile(".*(cookie|cookieverf|clientid|seqid|sequenceid|slotid)");

  /** Mark of numbers that a server gives to files and versions of them. */
  private static final String ID = "x-id";

  private NeverCompared() {}

  /** {@return whether an argument is one of them} */
  static boolean has(XdrField field) {
    return FORMS.contains(field.form())
        || NAMES.contains(field.name())
        || ENDS.matcher(field.name()).matches()
        || field.mark(ID).isPresent()
        || TYPES.contains(field.type().name());
  }
}
