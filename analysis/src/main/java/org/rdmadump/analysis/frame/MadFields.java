package org.rdmadump.analysis.frame;

import static org.rdmadump.analysis.field.FieldType.NAMED;

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

  static void mad(FieldTable<MadHeader> fields) {
    fields
        .number("base_version", "1", MadHeader::baseVersion)
        .also("infiniband.mad.baseversion")
        .named(
            "class",
            "what is managed, such as ComMgt",
            MadHeader::managementClass,
            MadFields::managementClass)
        .also("infiniband.mad.mgmtclass")
        .values(NameLists.of(ManagementClass.values(), ManagementClass::text))
        .number("class_version", "version of the class", MadHeader::classVersion)
        .also("infiniband.mad.classversion")
        .named("method", "Get, Set, Send and so on", MadHeader::method, MadFields::method)
        .also("infiniband.mad.method")
        .values(NameLists.of(MadMethod.values(), MadMethod::text, MadMethod.UNKNOWN))
        .number("status", "how it went, 0 if well", MadHeader::status)
        .also("infiniband.mad.status")
        .number(
            "class_specific", "of directed routes hop pointer and count", MadHeader::classSpecific)
        .also("infiniband.mad.classspecific")
        .hex64(
            "transaction_id",
            "the same in all datagrams that a request brings about",
            MadHeader::transactionId)
        .also("infiniband.mad.transactionid")
        .add(
            "attribute",
            NAMED,
            "what the method is applied to",
            (h, to) -> to.named(h.attributeId(), id -> MadAttribute.text(h.kind(), (int) id)))
        .also("infiniband.mad.attributeid")
        .values(new LateNames(MadAttribute::names))
        .hex32("attribute_modifier", "which part of it", MadHeader::attributeModifier)
        .also("infiniband.mad.attributemodifier");
  }
}
