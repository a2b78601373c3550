// The mutants of a file, and the file with each of them behind a switch: `__mutant(7) ? mutated : original`. Where an
// expression only asks, a run without mutants compares both: only tests in which they differ are run with the mutant.
import ts from 'typescript';

const f = ts.factory;

/** Methods that are mistaken for each other. */
const TWINS = { some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' };

/** Operators and what replaces them. */
const OPERATORS = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken],
  [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken],
  [ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken],
  [ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.LessThanToken],
  [ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
  [ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.GreaterThanToken],
]);

const IS_TEST = /^(?:some|every|startsWith|endsWith|includes|has|test)$/;

const isLogical = (node) =>
  node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  node.operatorToken.kind === ts.SyntaxKind.BarBarToken;

const isNot = (node) => ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;

const isBoolean = (node) =>
  node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;

const methodOf = (node) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : '';

/** Whether an expression is true or false by its form. */
function isTruth(node) {
  if (ts.isParenthesizedExpression(node)) return isTruth(node.expression);
  if (ts.isBinaryExpression(node))
    return isLogical(node)
      ? isTruth(node.left) && isTruth(node.right)
      : OPERATORS.has(node.operatorToken.kind);
  return isBoolean(node) || isNot(node) || IS_TEST.test(methodOf(node));
}

const IS_PURE_NAME = /^(?:is|has|are|can|may)[A-Z]/;
const PURE_LEAVES = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
]);

/** Whether an expression only asks: it can be evaluated once more, to see whether a mutant differs. */
function isPure(node) {
  if (node === undefined || PURE_LEAVES.has(node.kind)) return true;
  if (ts.isParenthesizedExpression(node) || ts.isTypeOfExpression(node) || ts.isNonNullExpression(node))
    return isPure(node.expression);
  if (ts.isPropertyAccessExpression(node)) return isPure(node.expression);
  if (ts.isElementAccessExpression(node)) return isPure(node.expression) && isPure(node.argumentExpression);
  if (isNot(node)) return isPure(node.operand);
  if (ts.isArrowFunction(node)) return isPure(node.body);
  if (ts.isBinaryExpression(node))
    return (
      (OPERATORS.has(node.operatorToken.kind) || isDefault(node)) && isPure(node.left) && isPure(node.right)
    );
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  const isAsked = ts.isIdentifier(expression)
    ? IS_PURE_NAME.test(expression.text)
    : IS_TEST.test(methodOf(node));
  return isAsked && isPure(expression) && node.arguments.every(isPure);
}

const isDefault = (node) => node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;

const truth = (value) => (value ? f.createTrue() : f.createFalse());
const not = (node) => f.createLogicalNot(f.createParenthesizedExpression(node));

/** Whether a node is a link of an optional chain that goes on: `a` and `b` are undefined together in `a?.some(f).b`. */
const isInChain = (node) =>
  ts.isOptionalChain(node) && node.parent.expression === node && ts.isOptionalChain(node.parent);

/** Whether an expression is a condition, or what a function returns. */
const isCondition = (node) =>
  (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
  (ts.isConditionalExpression(node.parent) && node.parent.condition === node);
const isReturned = (node) =>
  ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && node.parent.body === node);

/** Whether a literal is a value, and no name, path of a module or part of a tagged template. */
const isValue = ({ parent }) =>
  !(
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isTaggedTemplateExpression(parent)
  ) && !(ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);

/** The mutations of a node: what each is called, and the mutated node, of the node or of one whose children are changed. */
function mutationsOf(node) {
  const found = [];
  const add = (kind, mutate) => found.push({ kind, mutate });
  if (isInChain(node)) return found;
  if (ts.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind;
    const other = OPERATORS.get(kind);
    const [from, to] = [kind, other].map((token) => ts.tokenToString(token));
    if (other !== undefined)
      add(`${from} as ${to}`, (now) => f.createBinaryExpression(now.left, other, now.right));
    if (other !== undefined && isLogical(node)) {
      add(`left of ${from} dropped`, (now) => now.right);
      add(`right of ${from} dropped`, (now) => now.left);
    }
  } else if (isNot(node)) add('! dropped', (now) => now.operand);
  const method = methodOf(node);
  const twin = Object.hasOwn(TWINS, method) ? TWINS[method] : undefined;
  if (twin !== undefined) {
    add(`${method} as ${twin}`, (now) => {
      const { expression, questionDotToken } = now.expression;
      const member = questionDotToken
        ? f.createPropertyAccessChain(expression, questionDotToken, twin)
        : f.createPropertyAccessExpression(expression, twin);
      return ts.isCallChain(node)
        ? f.createCallChain(member, now.questionDotToken, undefined, now.arguments)
        : f.createCallExpression(member, undefined, now.arguments);
    });
  }
  if (method === 'filter' && node.arguments.length === 1)
    add('filter dropped', (now) => now.expression.expression);
  if (!isNot(node) && ts.isExpression(node) && isCondition(node)) add('condition negated', not);
  if (ts.isExpression(node) && isReturned(node) && isTruth(node))
    for (const value of [true, false])
      if (node.kind !== truth(value).kind) add(`returns ${value}`, () => truth(value));
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node))
    add('empty array', () => f.createArrayLiteralExpression());
  if (
    (ts.isStringLiteralLike(node) && node.text !== '' && isValue(node)) ||
    (ts.isTemplateExpression(node) && isValue(node))
  )
    add('empty string', () => f.createStringLiteral(''));
  if (ts.isNumericLiteral(node)) add('number + 1', () => f.createNumericLiteral(Number(node.text) + 1));
  if (ts.isExpressionStatement(node) && isCall(node.expression))
    add('call dropped', () => f.createEmptyStatement());
  return found;
}

const isTarget = ({ parent }) =>
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
  ts.isForOfStatement(parent);

const isCall = (node) =>
  ts.isAwaitExpression(node)
    ? isCall(node.expression)
    : ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.SuperKeyword;

/** The same mutant has the same key after changes elsewhere in its file. */
function keys(path) {
  const counts = new Map();
  return (kind, text) => {
    const key = `${path} ${kind}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0 ? key : `${key} #${count}`;
  };
}

/** A name for each function: that of the declaration around it, and a number where there are more. */
function functionNames(path) {
  const counts = new Map();
  return (node, outer) => {
    const named = ts.isFunctionLike(node) && node.name ? node : node.parent;
    const name = `${outer ?? path} ${named.name?.getText() ?? ''}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}#${count}`;
  };
}

/**
 * Walks a file: `mutant` is called for each mutant inside a function, and gives the number of its switch, if it has one;
 * `entered` gives the number of a function.
 * @returns the JavaScript of the file, with switches, and with a count in each function and loop.
 */
export function withSwitches(path, text, mutant, entered) {
  const callTo = (name, ...given) =>
    f.createCallExpression(
      f.createIdentifier(name),
      undefined,
      given.map((one) => (typeof one === 'number' ? f.createNumericLiteral(one) : one)),
    );
  const thunk = (node) =>
    f.createArrowFunction(
      undefined,
      undefined,
      [],
      undefined,
      undefined,
      f.createParenthesizedExpression(node),
    );
  const transformer = (context) => (file) => {
    const keyOf = keys(path);
    const nameOf = functionNames(path);
    /** The body of a function or loop, after a call that counts it. */
    const counted = (call, body) => {
      if (ts.isBlock(body))
        return f.updateBlock(body, [f.createExpressionStatement(call), ...body.statements]);
      if (ts.isStatement(body)) return f.createBlock([f.createExpressionStatement(call), body]);
      return f.createParenthesizedExpression(f.createComma(call, body));
    };
    const visit = (outer) => (node) => {
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
        return node;
      const name = ts.isFunctionLike(node) && node.body ? nameOf(node, outer) : outer;
      let now = ts.visitEachChild(node, visit(name), context);
      if (outer === undefined) return now;
      const original = now;
      for (const { kind, mutate } of mutationsOf(node)) {
        const place = node.getStart(file);
        const key = keyOf(kind, node.getText(file));
        const line = file.getLineAndCharacterOfPosition(place).line + 1;
        const number = mutant({ key, kind, line, path, within: outer, text: node.getText(file) });
        if (number === undefined) continue;
        const mutated = mutate(original);
        const test = callTo(isPure(node) ? '__compares' : '__mutant', number);
        if (ts.isStatement(node)) now = f.createIfStatement(test, mutated, now);
        else {
          if (isPure(node)) now = callTo('__compared', number, now, thunk(mutated));
          now = f.createParenthesizedExpression(
            f.createConditionalExpression(test, undefined, mutated, undefined, now),
          );
        }
      }
      if (ts.isFunctionLike(node.parent) && node.parent.body === node)
        return counted(callTo('__entered', entered(outer)), now);
      if (ts.isIterationStatement(node.parent, false) && node.parent.statement === node)
        return counted(callTo('__step'), now);
      return now;
    };
    return ts.visitEachChild(file, visit(undefined), context);
  };
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      isolatedModules: true,
    },
    transformers: { before: [transformer] },
  });
  return outputText;
}
