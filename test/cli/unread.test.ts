import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

const GRAPH =
  "import { StateGraph } from '@langchain/langgraph';\nexport const graph = new StateGraph({});\n";
const DESK = 'from crewai import Agent\n\ndesk = Agent(role="desk")\n';
const AGENT = JSON.stringify({ agent: { model: 'm', instructions: 'Answer.' } });

describe('programs of frameworks that are not read yet', () => {
  it('are named by a search that finds nothing else, which ends with 4', () => {
    const run = runCli(folderWith({ 'src/graph.ts': GRAPH, 'desk.py': DESK }), ['check']);
    expect(run.status).toBe(4);
    expect(run.stdout).toBe(`0 errors, 0 warnings, 0 infos in 0 files, 0 agent systems
Not checked: 2 files use a framework that is not read yet
  - LangGraph: src/graph.ts
  - CrewAI: desk.py
`);
    expect(run.stderr.split('\n')[1]).toBe(
      'agent-lint: Not checked: 2 files use a framework that is not read yet (LangGraph: src/graph.ts; CrewAI: desk.py).',
    );
  });

  it('are named where they are the named file', () => {
    const run = runCli(folderWith({ 'desk.py': DESK }), ['desk.py']);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('  - CrewAI: desk.py\n');
    expect(run.stderr).toContain(
      'agent-lint: desk.py was not checked: uses CrewAI, which is not read yet.\n',
    );
  });

  it('are listed beside what is read, in the report and in the inventory', () => {
    const folder = folderWith({ 'desk.py': DESK, 'front.agent.json': AGENT });
    const report = JSON.parse(runCli(folder, ['check', '--format', 'json']).stdout);
    expect(report.unread).toEqual([{ framework: 'CrewAI', files: ['desk.py'] }]);
    expect(report.summary.notAssessed).toBe(report.notAssessed.length);
    expect(report.notAssessed.filter((one: { file: string }) => one.file === 'desk.py')).toHaveLength(1);
    const inventory = JSON.parse(runCli(folder, ['inspect', '--format', 'json']).stdout);
    expect(inventory.unread).toEqual([{ framework: 'CrewAI', files: ['desk.py'] }]);
    expect(inventory.files[0]).toEqual({
      path: 'desk.py',
      dialect: null,
      reason: 'uses CrewAI, which is not read yet',
    });
    expect(runCli(folder, ['inspect']).stdout).toContain('\n\nNot read yet\n  CrewAI: desk.py\n\n');
  });
});
