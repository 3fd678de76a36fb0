// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of a node: the file's union to attributes, checked against the operator's schema.
#pragma once
#include <optional>

#include "compiler/reader/import_scope.h"
#include "ir/schemas.h"

namespace mcc {

// How arguments of operators without a schema are called, in order; the last name repeats with a
// number. For higher-order operators these are the names decompose knows them by:
//   cond(pred, true_fn, false_fn, operands)
//   while_loop(cond_fn, body_fn, carried_inputs, additional_inputs)
//   scan(combine_fn, init, xs, additional_inputs)
//   associative_scan(combine_fn, xs, additional_inputs)
//   map_impl(f, xs, pos_args)
//   wrap_with_set_grad_enabled(enabled, wrapped_fn, args_0, args_1, ...)
//   wrap_with_autocast(device_type, dtype, enabled, cache_enabled, wrapped_fn, args_0, ...)
// Graphs become Node::regions, in order, and no attributes; lists of operands become lists.
std::string parameterName(const std::string& target, std::size_t position);

// Binds the arguments of `source` by name to `schema` (null: none is known) and adds attributes,
// operands and regions to `node`. Arguments that were left out stay out; those that have no default
// must be there. Errors name the argument.
void importArguments(ImportScope& scope, const exported::Node& source, const Schema* schema,
                     Node& node);

}  // namespace mcc
