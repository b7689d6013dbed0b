/**
 * Stable codes of the faults of XML files, and the key (or wording) under which UPPAAL's own parser reports the same one;
 * an empty key where it has none. The first group is about XML as such, the second about the shape of a model, the third
 * about that of sequence charts.
 */
export const xmlCodes = {
  "file-encoding": "",
  "xml-binary": "$unexpected $end",
  "xml-character": "$unexpected $end",
  "xml-truncated": "$unexpected $end",
  "xml-empty": "$unexpected $end",
  "xml-not-xml": "$unexpected $end",
  "xml-trailing": "$unexpected $end",
  "xml-syntax": "$unexpected $end",
  "xml-entity": "$unexpected $end",
  "xml-attribute": "$unexpected $end",
  "xml-mismatch": "$unexpected $end",
  "xml-depth": "$unexpected $end",

  "missing-nta": "$Missing_nta_or_project_tag",
  "missing-system": "$Missing_system_tag",
  "missing-init": "$Missing_initial_location",
  "missing-id": "basic_string: construction from null is not valid",
  "missing-source": "Missing source element",
  "missing-target": "Missing target element",
  "missing-kind": 'A label must have a "kind" attribute',
  "missing-key": "Option without key",
  "missing-resource": "Resource without type or value",
  "duplicate-id": "$Non-unique_id_attribute_value",
  "identifier-expected": "Identifier expected",
  "invalid-identifier": "Invalid identifier",
  "keyword-name": "$Keywords_are_not_allowed_here",

  "missing-lsclocation": "Missing LSC location",
  "missing-temperature": "Missing temperature",
  "missing-message-label": "$Message_label_is_required",
  "missing-condition-label": "$Condition_label_is_required",
  "missing-update-label": "$Update_label_is_required",
  "existential-prechart": "$Existential_charts_must_not_have_prechart",
} as const satisfies Record<string, string>;

export type XmlCode = keyof typeof xmlCodes;
