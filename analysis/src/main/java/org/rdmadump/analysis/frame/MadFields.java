package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.Locale;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.ib.mad.MadAttribute;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.ib.mad.MadMethod;
import org.rdmadump.ib.mad.ManagementClass;

/** The fields of the header of management datagrams. */
final class MadFields {
  private MadFields() {}

  private static String managementClass(long code) {
    return ManagementClass.of((int) code).text();
  }

  private static String method(long code) {
    MadMethod known = MadMethod.of((int) code);
    return known == MadMethod.UNKNOWN ? String.format(Locale.ROOT, "0x%02x", code) : known.text();
  }

  static HeaderFields<MadHeader> mad() {
    return new HeaderFields<>(LayerName.MAD, MadHeader.class)
        .add(
            "base_version",
            UNSIGNED,
            "1",
            (h, to) -> to.number(h.baseVersion()),
            "infiniband.mad.baseversion")
        .add(
            "class",
            NAMED,
            "what is managed, such as ComMgt",
            (h, to) -> to.named(h.managementClass(), MadFields::managementClass),
            "infiniband.mad.mgmtclass")
        .named(NameLists.of(ManagementClass.values(), ManagementClass::text))
        .add(
            "class_version",
            UNSIGNED,
            "version of the class",
            (h, to) -> to.number(h.classVersion()),
            "infiniband.mad.classversion")
        .add(
            "method",
            NAMED,
            "Get, Set, Send and so on",
            (h, to) -> to.named(h.method(), MadFields::method),
            "infiniband.mad.method")
        .named(NameLists.of(MadMethod.values(), MadMethod::text, MadMethod.UNKNOWN))
        .add(
            "status",
            UNSIGNED,
            "how it went, 0 if well",
            (h, to) -> to.number(h.status()),
            "infiniband.mad.status")
        .add(
            "class_specific",
            UNSIGNED,
            "of directed routes hop pointer and count",
            (h, to) -> to.number(h.classSpecific()),
            "infiniband.mad.classspecific")
        .add(
            "transaction_id",
            HEX64,
            "the same in all datagrams that a request brings about",
            (h, to) -> to.number(h.transactionId()),
            "infiniband.mad.transactionid")
        .add(
            "attribute",
            NAMED,
            "what the method is applied to",
            (h, to) -> to.named(h.attributeId(), id -> MadAttribute.text(h.kind(), (int) id)),
            "infiniband.mad.attributeid")
        .named(new LateNames(MadAttribute::names))
        .add(
            "attribute_modifier",
            HEX32,
            "which part of it",
            (h, to) -> to.number(Integer.toUnsignedLong(h.attributeModifier())),
            "infiniband.mad.attributemodifier");
  }
}
