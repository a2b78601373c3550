/** What the outline of a Python file is made of. One capture a match: each costs a step out of the wasm. */
export const PYTHON_QUERY = `
(call) @call
[(import_statement) (import_from_statement)] @import
(assignment) @assignment
(named_expression) @walrus
(augmented_assignment) @augmented
(function_definition) @function
(lambda) @lambda
(class_definition) @class
(decorated_definition) @decorated
[(for_statement) (for_in_clause)] @loop
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @block
(as_pattern) @as
[(while_statement) (if_statement) (match_statement)] @branch
(try_statement) @attempt
`;

/** What loads modules, and the blocks that may only be there for types. */
export const PYTHON_IMPORTS = `
[(import_statement) (import_from_statement)] @import
(if_statement condition: [(identifier) (attribute)] @condition consequence: (block) @guarded)
`;
