import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';
import { contracts } from './contracts.ts';
import { decidedAnswers } from './decided-answers.ts';
import type { InterfaceName } from './interface-names.ts';
import type { Judged } from './judged.ts';
import type { Tools } from './tools.ts';

const file = path.join(root, 'docs', 'conformance.md');

export interface Figures {
  name: InterfaceName;
  judged: Judged[];
}

/** Rewrites docs/conformance.md. */
export function writeReport(figures: Figures[], tools: Tools, now: Date): void {
  fs.writeFileSync(file, describeRun(figures, tools.versions, now));
}

export function describeRun(figures: Figures[], versions: Record<string, string>, now: Date): string {
  const rows = figures.flatMap(({ name, judged }) => {
    const all = Object.keys(contracts[name].operations).length;
    return judged.map(
      ({ tool, exchanges, operations, violations }) =>
        `| ${name} | ${tool} | ${exchanges} | ${operations} of ${all} | ${violations.length} |`,
    );
  });
  const violations = figures.flatMap(({ name, judged }) =>
    judged.flatMap(({ tool, violations: lines }) => lines.map((line) => `- ${name}, ${tool}: ${line}`)),
  );
  const decided = figures.flatMap(({ name }) => decidedAnswers[name].reasons.map((reason) => `- ${name}: ${reason}`));
  const used = Object.entries(versions).map(([tool, version]) => `- ${tool} ${version}`);
  return `# Conformance

What tools that know nothing of this platform say of its interfaces. Written by \`npm run conformance\`, last on
${now.toISOString().slice(0, 10)}, on Node ${process.versions.node}; why it is done so: [api documents and conformance](decisions/api-documents-and-conformance.md#what-do-outside-tools-say).

| interface | tool | exchanges | operations | violations |
|---|---|---|---|---|
${rows.join('\n')}

**Prism** stands between the project's own traffic and the platform, and holds both to the recorded contract: every operation
is asked for what it grants and for what it refuses. **Portman** makes a collection with contract tests of the document that
the platform serves, **newman** runs it: every operation once granted, once refused to an unknown key. The **clients** are
generated from the served document, compiled by TypeScript as strictly as it goes, and used by a program each; they have
every operation, and the program calls those that are counted.
${violations.length > 0 ? `\n## Violations\n\n${violations.join('\n')}\n` : ''}
## Answered otherwise, by decision

The recorded contract is Prism's law, but for this:

${decided.join('\n')}

## Tools

${used.join('\n')}
`;
}
