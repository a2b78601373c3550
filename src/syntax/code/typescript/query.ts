/** What the outline of a TypeScript or JavaScript file is made of. One capture a match: each costs a step out of the wasm. */
export const TYPESCRIPT_QUERY = `
[(call_expression) (new_expression)] @call
[(import_statement) (import_alias)] @import
(export_statement) @export
(variable_declarator) @variable
[(function_declaration) (generator_function_declaration)] @function
[(function_expression) (generator_function) (arrow_function) (method_definition)] @lambda
[(class_declaration) (abstract_class_declaration) (class)] @class
(public_field_definition) @field
(enum_declaration) @enum
(assignment_expression) @assignment
(augmented_assignment_expression) @augmented
[(else_clause) (finally_clause)] @block
(program (statement_block) @block)
[(for_statement) (for_in_statement)] @loop
(catch_clause) @caught
[(while_statement) (do_statement) (if_statement) (switch_statement)] @branch
(try_statement) @attempt
`;

/** What loads modules: statements, and calls with a fixed name. */
export const TYPESCRIPT_IMPORTS = `
[(import_statement) (import_alias)] @import
(call_expression function: [(import) (identifier)] arguments: (arguments . (string))) @import
`;
