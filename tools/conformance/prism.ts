import fs from 'node:fs';
import path from 'node:path';
import { startTool } from './start-tool.ts';
import type { Tools } from './tools.ts';
import type { ReadViolations } from './traffic/ask.ts';

/**
 * Starts Prism. Between a client and a platform, `upstream`, it passes everything through and reports violations of the document;
 * without one it invents the answers.
 */
export function startPrism(
  tools: Tools,
  { document, folder, upstream }: { document: object; folder: string; upstream?: string },
) {
  const file = path.join(folder, 'prism.json');
  fs.writeFileSync(file, JSON.stringify(document));
  const what = upstream === undefined ? ['mock', file] : ['proxy', file, upstream];
  return startTool(tools, {
    name: 'Prism',
    program: '@stoplight/prism-cli/dist/index.js',
    folder,
    argsAt: (port) => [...what, '--host', '127.0.0.1', '--port', String(port), '--cors', 'false'],
  });
}

interface Violation {
  location: string[];
  message: string;
}

/** A request that is to be rejected may violate the document, a response never. */
export const readViolations: ReadViolations = ({ headers }, isGood) => {
  const said = headers.get('sl-violations');
  if (headers.get('content-type')?.startsWith('application/problem+json')) return ['Prism itself answered.'];
  if (said === null) return [];
  if (!said.startsWith('[')) return [said];
  const violations = JSON.parse(said) as Violation[]; // safe because: Prism writes this shape
  return violations
    .filter(({ location }) => isGood || location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')} ${message}`);
};
