import { actByName, actOf } from '../assess/approval/gates.js';
import {
  type AgentSystem,
  codeSpan,
  DECLARED_EFFECTS,
  type Finding,
  isMet,
  type Place,
  type Repair,
  type ResolvedConfig,
} from '../model/index.js';
import { nearest } from '../model/nearest.js';
import { fixedPlace } from '../model/place.js';
import { displayText, redact } from '../model/secrets.js';
import {
  type Directive,
  type FileProblem,
  type ProjectFile,
  unreadNames,
  unreadWords,
} from '../systems/index.js';
import { type Diagnostics, inCell, reporterFor, withUse } from './diagnostics.js';
import { type EngineReport, endedWords } from './ignores.js';
import { openSettingsCache, type RuleInForce, type RuleSelection, ruleOf } from './severities.js';

/** Enters a finding that no rule makes: `file/*` and `config/*`. */
export type EngineReporter = (report: EngineReport) => void;

/** The reporter of the engine itself, at the severity that applies to the place. */
export function engineReporter(
  diagnostics: Diagnostics,
  config: ResolvedConfig,
  selection: RuleSelection,
): EngineReporter {
  const rulesFor = openSettingsCache(selection);
  return (report) => {
    const linted = { file: report.at.file, dialect: '', surface: 'product' as const };
    const { rules } = rulesFor(config.layersFor(report.at.file), linted);
    const inForce = rules.find((one) => one.rule.id === report.rule) ?? byDefault(report.rule);
    if (inForce.level !== 'off') reporterFor(diagnostics, inForce)(report);
  };
}

/** A program that is not read yet: listed as not assessed once, and reported at its first import where the rule is on. */
export function reportUnread(
  { path, unread = [], dialect }: ProjectFile,
  diagnostics: Diagnostics,
  report: EngineReporter,
): void {
  const [first] = unread;
  if (first === undefined) return;
  const rule = 'framework/unread';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { at } = first;
  diagnostics.notAssessed.push({
    rule,
    at,
    evidence: 'undecidable',
    message: inCell(at, displayText(`\`${name}\` ${unreadWords(unread)}`)),
  });
  const verb = unread.some(({ isClient, call }) => isClient || call) ? 'uses' : 'imports';
  const which = dialect === undefined ? 'Agents' : 'Some agents';
  report({
    rule,
    at,
    message: `${which} in \`${name}\` are not checked: it ${verb} ${unreadNames(unread)}, which agent-lint does not read yet.`,
  });
}

/** A program that is read in part is listed as not assessed: what is missing may be a tool without approval. */
export function reportGap({ path, gap }: ProjectFile, diagnostics: Diagnostics): void {
  if (gap === undefined) return;
  const start = { line: 1, column: 1 };
  diagnostics.notAssessed.push({
    rule: 'approval/missing',
    at: fixedPlace(path, '', { start, end: start }),
    evidence: 'undecidable',
    message: displayText(`\`${path.slice(path.lastIndexOf('/') + 1)}\`: ${gap}`),
    because: displayText(gap),
  });
}

/** Tools that act and that no agent is seen to take are listed as not assessed: who runs them, and who is asked, is not known. */
export function reportUntaken({ untaken = [] }: ProjectFile, report: EngineReporter): void {
  for (const tool of untaken) {
    const { name, at, approval } = tool;
    if (isMet(approval)) continue;
    const because = 'no agent is seen to take it, so who runs it is not known';
    const message = `Whether ${codeSpan(name)} requires approval: ${because}.`;
    const undecided = [{ tool: name, why: 'not-taken', because, act: actOf(tool) } as const];
    report({ rule: 'approval/missing', at, evidence: 'undecidable', isListed: true, message, undecided });
  }
}

/**
 * Agents of which not every tool is read are listed as not assessed: what they are given at run time may act. Where a
 * finding on the line says so already, it is not repeated.
 */
export function reportOpenTools(
  { agents, unresolved }: AgentSystem,
  report: EngineReporter,
  reported: readonly Finding[],
): void {
  const isReported = (at: Place): boolean => {
    const { line } = at.range().start;
    return reported.some(
      ({ rule, file, range }) =>
        rule.startsWith('approval/') && file === at.file && range.start.line === line,
    );
  };
  const common = { rule: 'approval/missing', evidence: 'undecidable', isListed: true } as const;
  for (const { name: agent, at } of agents) {
    const open = unresolved.filter(({ toolsOf }) => toolsOf === agent);
    for (const { toolName: tool, why, at: made } of open) {
      if (tool === undefined || isReported(made)) continue;
      const because = `its code is not read (${redact(why)})`;
      const message = `Whether ${codeSpan(tool)} requires approval: ${because}.`;
      const undecided = [{ tool, why: 'tool-not-read', because, act: actByName(tool) } as const];
      report({ ...common, at: made, agent, message, undecided });
    }
    const other = open.find(({ toolName }) => toolName === undefined);
    if (!other || isReported(other.at)) continue;
    const message = `Whether every tool of ${codeSpan(agent)} that acts requires approval: agent-lint cannot read ${other.what} (${redact(other.why)}).`;
    report({ ...common, at, agent, message });
  }
}

/** Lists imports that lead to no file of the repository as not assessed: each once, whatever systems depend on it. */
export function openDeadImports(diagnostics: Diagnostics): { add(system: AgentSystem): void } {
  const known = new Set<string>();
  return {
    add({ deadImports = [] }) {
      for (const { module, names, at } of deadImports) {
        const { start } = at.range();
        const key = `${at.file}:${start.line}:${start.column} ${module}`;
        if (known.size === known.add(key).size) continue;
        const taken = names.filter((name) => name !== '*').map(codeSpan);
        const what = taken.length > 0 ? `${taken.join(', ')} from ${codeSpan(module)}` : codeSpan(module);
        diagnostics.notAssessed.push({
          rule: 'approval/missing',
          at,
          evidence: 'undecidable',
          isImport: true,
          message: inCell(
            at,
            displayText(
              `The import of ${what} leads to no file of the repository: a control that comes from there cannot be known.`,
            ),
          ),
        });
      }
    },
  };
}

/** A rule at its own severity; throws where the engine names a rule that has no files. */
function byDefault(id: string): RuleInForce {
  const rule = ruleOf(id);
  return {
    rule,
    level: rule.severity,
    options: {},
    explicit: false,
    lockedBy: undefined,
    locksOnlyNew: false,
    policy: undefined,
    preset: 'recommended',
  };
}

/** What is wrong with a file as such, and with keys of ours inside it. */
export function reportFile(file: ProjectFile, report: EngineReporter, asOf: string): void {
  for (const problem of file.problems) {
    report({
      rule: `file/${problem.kind}`,
      at: problem.at,
      message: withUse(problemSentence(problem, file.path), problem.isUnloaded),
      ...(problem.isQuoted ? { severity: 'info' } : {}),
      fixes: [problem.repair],
    });
  }
  for (const system of file.systems) {
    for (const { at, message, repair } of system.configIssues)
      report({ rule: 'config/schema', at, message, fixes: [repair] });
  }
  for (const directive of file.strayEffects) report(strayEffect(directive, asOf));
}

/** A folder that may not be listed. */
export function unreadableFolder(path: string, reason: string): EngineReport {
  const start = { line: 1, column: 1 };
  return {
    rule: 'file/unreadable',
    at: fixedPlace(path, '', { start, end: start }),
    message: `Nothing in \`${path}\` is checked: ${reason}.`,
    remediation:
      'Change the mode of the folder, so that the user that runs agent-lint may list it. Is no agent in it? Exclude it with `exclude` in the project configuration.',
  };
}

function problemSentence({ kind, message }: FileProblem, path: string): string {
  const name = `\`${path.slice(path.lastIndexOf('/') + 1)}\``;
  switch (kind) {
    case 'unreadable':
      return `${name} cannot be read and is not checked: ${message}.`;
    case 'limit':
      return `${name} exceeds a limit and is not checked: ${message}.`;
    case 'syntax':
      return `${name} does not parse: ${message}.`;
    case 'internal':
      return `agent-lint failed on ${name}, which is not checked as a whole: please report this.`;
    case 'duplicate-key':
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
}

/** A declared effect that is not applied: it has no reason, it has expired, or it declares nothing. */
function strayEffect(directive: Directive, asOf: string): EngineReport {
  const { names, reason, until, at } = directive;
  const fixes = [{ title: 'Remove the comment', safe: true, edits: () => directive.without(names) }];
  const what = `The declared effect \`${names.join(' ')}\``;
  const ended = endedWords(until, asOf);
  if (reason === '') {
    return {
      rule: 'config/ignore-without-reason',
      at,
      message: `${what} has no reason, so it is not applied.`,
      fixes,
    };
  }
  if (ended) return { rule: 'config/expired-ignore', at, message: `${what} ${ended}.`, fixes };
  if (DECLARED_EFFECTS.some((effect) => effect === names.join(' ')))
    return {
      rule: 'config/unused-ignore',
      at,
      message: `${what} is at no tool, so it is not applied.`,
      fixes,
    };
  const meant = nearest(names[0] ?? '', DECLARED_EFFECTS);
  const suggestion =
    meant === undefined ? ` Use ${DECLARED_EFFECTS.join(', ')}.` : ` Did you mean \`${meant}\`?`;
  const declared: Repair | undefined =
    meant === undefined || names.length > 1
      ? undefined
      : {
          title: `Claim: declare the effect \`${meant}\``,
          edits: () => directive.renamed(names[0] ?? '', meant),
        };
  return {
    rule: 'config/unused-ignore',
    at,
    message: `Unknown effect \`${names.join(' ')}\`.${suggestion}`,
    fixes: declared ? [declared, ...fixes] : fixes,
  };
}
