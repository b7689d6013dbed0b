/**
 * Stable codes of the diagnostics of checking, and the key (or wording) under which UPPAAL's own parser reports the same
 * fault. It looks for faults in two rounds, and starts the second (types) only when the first (names and declarations)
 * found nothing; `declarationCodes` are those of the first round. Codes with an empty key are checks of our own.
 */
export const declarationCodes = {
  "unknown-identifier": "$Unknown_identifier",
  "duplicate-definition": "$Duplicate_definition_of",
  /** UPPAAL's parser asks the symbol table what a name is and sees a wrong token. */
  "not-a-type": "$syntax_error",
  "type-as-value": "$syntax_error",
  "no-such-member": "$has_no_member_named",
  "not-a-structure": "$is_not_a_structure",
  "not-a-process": "$is_not_a_process",
  "location-expected": "$Location_expected",
  "missing-reference": "Missing reference",
  "no-such-line-source": "$No_such_instance_line_(source)",
  "no-such-line-target": "$No_such_instance_line_(destination)",
  "no-such-line-anchor": "$No_such_instance_line_(anchor)",
  "line-arguments": "$Wrong_number_of_arguments_in_instance_line_name",
  "no-such-source": "$No_such_location_or_branchpoint_(source)",
  "no-such-target": "$No_such_location_or_branchpoint_(destination)",
  "urgent-and-committed": "$States_cannot_be_committed_and_urgent_at_the_same_time",
  "select-type": "$Scalar_set_or_integer_expected",
  "select-range": "$Range_expected",
  "quantifier-type": "$Quantifier_must_range_over_integer_or_scalar_set",
  "array-index-type": "$Array_must_be_defined_over_an_integer_range_or_a_scalar_set",
  "struct-field-type": "$Invalid_type_in_structure",
  "const-field": "$Constant_fields_not_allowed_in_struct",
  "local-type": "$Type_is_not_allowed_in_functions",
  "string-not-const": "$Strings_should_always_be_const",
  "initialiser-not-allowed": "$Cannot_have_initialiser",
  "initialiser-required": "$Constants_must_have_an_initialiser",
  "return-expected": "$Return_statement_expected",
  "return-value-in-void": "$return_with_a_value_in_function_returning_void",
  "return-value-missing": "$return_with_no_value_in_function_returning_non-void",
  recursion: "$Recursion_is_not_allowed",
  "function-expected": "$Function_expected",
  "too-few-arguments": "$Too_few_arguments_for_function_call",
  "too-many-arguments": "$Too_many_arguments_for_function_call",
  "builtin-arguments": "$syntax_error",
  "not-a-template": "$Not_a_template",
  "no-such-process": "$No_such_process",
  "too-few-template-arguments": "$Too_few_arguments",
  "too-many-template-arguments": "$Too_many_arguments",
  "too-few-set-arguments": "$Too_few_arguments_for_template_instantiation",
  "too-many-set-arguments": "$Too_many_arguments_for_template_instantiation",
  "inconsistent-parameters": "Inconsistent parameters",
} as const satisfies Record<string, string>;

const typeCodes = {
  "prefix-urgent": "$Prefix_urgent_only_allowed_for_locations_and_channels",
  "prefix-broadcast": "$Prefix_broadcast_only_allowed_for_channels",
  "prefix-hybrid": "$Prefix_hybrid_only_allowed_for_clocks",
  "prefix-const": "$Prefix_const_not_allowed_for_clocks",
  "prefix-meta": "$Prefix_meta_not_allowed_for_clocks",
  "reference-type": "$Reference_to_this_type_is_not_allowed",
  "const-or-meta-type": "$Type_cannot_be_declared_const_or_meta",
  "loop-type": "$Scalar_set_or_integer_expected",
  "loop-range": "$Range_expected",
  "not-computable": "$Must_be_computable_at_compile_time",
  "return-type": "$Invalid_return_type",

  "invalid-initialiser": "$Invalid_initialiser",
  "incomplete-initialiser": "$Incomplete_initialiser",
  "too-many-elements": "$Too_many_elements_in_initialiser",
  "field-twice": "$Multiple_initialisers_for_field",
  "unknown-field": "$Unknown_field_name",
  "field-name-in-array": "$Field_name_not_allowed_in_array_initialiser",
  "dynamic-initialiser": "Dynamic constructions cannot be used as initialisers",

  "unknown-type": "$Unknown_type_of_the_expression",
  "integer-expected": "$Integer_expected",
  "number-expected": "$Number_expected",
  "boolean-expected": "$Boolean_expected",
  "array-expected": "$Array_expected",
  "channel-expected": "$Channel_expected",
  "clock-expected": "$Clock_expected",
  "integer-or-clock-expected": "$Integer_or_clock_expected",
  "incompatible-types": "$Incompatible_types",
  "index-type": "$Incompatible_type",
  "comma-type": "$Incompatible_type_for_comma_expression",
  "conditional-types": "$Incompatible_arguments_to_inline_if",
  "conditional-condition": "$First_argument_of_inline_if_must_be_an_integer",
  "not-assignable": "$Left_hand_side_value_expected",
  "compound-assignment": "$Non-integer_types_must_use_regular_assignment_operator",
  "increment-type": "$Increment_can_only_be_used_for_integers_and_cost_variables",
  "invalid-assignment": "$Invalid_assignment_expression",
  "side-effect": "$Expression_must_be_side-effect_free",
  "incompatible-argument": "$Incompatible_argument",

  "not-an-invariant": "$cannot_be_used_as_an_invariant",
  "not-a-condition": "$cannot_be_used_as_a_condition",
  "not-a-guard": "$cannot_be_used_as_a_guard",
  "not-a-probability": "$cannot_be_used_as_a_probability",
  "mixed-synchronisation": "$CSP_and_IO_synchronisations_cannot_be_mixed",
  "progress-guard": "$Progress_guard_must_evaluate_to_a_boolean_value",
  "progress-measure": "$Progress_measure_must_evaluate_to_a_integer_value",

  "free-parameter-type": "$Free_process_parameters_must_be_a_bounded_integer_or_a_scalar",
  "free-parameter-size":
    "$Free_process_parameters_must_not_be_used_directly_or_indirectly_in_an_array_declaration_or_select_expression",
  "spawn-not-dynamic": "$Cannot_spawn_a_non-dynamic_template",
  "spawn-undefined": "$Template_is_only_declared_and_not_defined",
  "spawn-arguments": "$Wrong_number_of_arguments",
  "not-dynamic": "$Not_a_dynamic_template",
  "exit-not-dynamic": "$Exit_can_only_be_used_in_dynamic_templates",
  "dynamic-in-function": "$Dynamic_constructs_supported_only_on_edges",
} as const satisfies Record<string, string>;

const queryCodes = {
  "nested-path": "$Nested_path_quantifiers_are_not_supported",
  "property-type": "$Invalid_property_type",
  "deadlock-place": "$Cannot_handle_this_deadlock_predicate",
  "deadlock-model": "$Cannot_handle_deadlock_predicate_for_models_with_priorities_or_guarded_broadcast_receivers",
  "query-doubles": "Symbolic verification and synthesis exclude usage of doubles and hybrid clocks in properties.",
  "query-dynamic": "Dynamic templates are only supported for SMC queries",
  "query-priorities": "Priorities are not supported",
  "query-broadcast": "All channels must be broadcast",
  "query-csp": "CSP synchronization is not implemented with priorities.",
  "control-type": "$Invalid_control_synthesis_property_type",
  "control-time-type": "$Invalid_type_of_time_optimal_control_synthesis_property",
  "control-strict-invariant": "$TIGA_properties_cannot_be_checked_for_systems_with_strict_invariants",
  "control-strict-guard": "$(PO)TIGA_properties_cannot_be_checked_for_systems_with_strict_lower_bounds_in_guards",
  "observation-bound": "$Clock_lower_bound_must_be_weak_and_upper_bound_strict",
  "observation-difference": "$Clock_differences_are_not_supported",
  "unknown-strategy": "$strategy_not_declared",
  "strategy-file": "$loadStrategy_and_saveStrategy_expect_a_string",
  "explicit-runs": "$Explicit_number_of_runs_is_not_supported_here",
  "compared-runs": "The number of runs is not supported in probability comparison",
  "min-or-max": "min or max expected",
  "learning-path": "$Wrong_path_quantifier",
  "no-such-scenario": "$No_such_scenario",
  "not-a-scenario": "$Not_a_LSC_template",
  "scenario-model": "$Cannot_handle_this_formula_for_models_with_priorities_or_guarded_broadcast_receivers",
} as const satisfies Record<string, string>;

export const warningCodes = {
  "hot-prechart": "$In_the_prechart_all_conditions_are_cold",
  "strict-invariant": "$Strict_invariant",
  "no-effect": "$Expression_does_not_have_any_effect",
  "urgent-clock-guard": "$Clock_guards_are_not_allowed_on_urgent_edges",
  "urgent-strict-bound": "$Strict_bounds_on_urgent_edges_may_not_make_sense",
  "duplicate-strategy": "$Duplicate_definition_of",
  "shadowed-name": "$shadows_a_variable",
  "input-to-branch": "SMC requires input edges to be deterministic",
  "deprecated-reset": 'Deprecated __RESET__ annotation: use "{ integers } -> { floats }" in learning query.',
} as const satisfies Record<string, string>;

/** Found by us and not by UPPAAL's parser: mostly what its engine would stop at later. */
export const ownCodes = {
  "empty-range": "",
  "array-size": "",
  "initialiser-length": "",
  "initialiser-range": "",
  "division-by-zero": "",
  "negative-shift": "",
  "index-out-of-range": "",
  "value-out-of-range": "",
  "negative-clock": "",
  "failed-assert": "",
  "evaluation-limit": "",
  "type-depth": "",
  "void-variable": "",
  "empty-body": "",
  "duplicate-parameter": "",
  "symbolic-clock-term": "",
  "blocked-start": "",
} as const satisfies Record<string, string>;

export const modelCodes: Readonly<Record<string, string>> = {
  ...declarationCodes,
  ...typeCodes,
  ...queryCodes,
  ...warningCodes,
  ...ownCodes,
};

export type ModelCode =
  | keyof typeof declarationCodes
  | keyof typeof typeCodes
  | keyof typeof queryCodes
  | keyof typeof warningCodes
  | keyof typeof ownCodes;
