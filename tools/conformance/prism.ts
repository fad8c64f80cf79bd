import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#programs/base/free-ports.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Tools } from './tools.ts';
import type { ReadViolations } from './traffic/ask.ts';

/** Prism between a client and the platform: it passes everything through and reports violations of the document. */
interface PrismProxy {
  url: string;
  stop(): Promise<void>;
}

const longestStartMs = 60_000;

export async function startPrism(
  tools: Tools,
  document: object,
  upstream: string,
  folder: string,
): Promise<PrismProxy> {
  const file = path.join(folder, 'prism.json');
  fs.writeFileSync(file, JSON.stringify(document));
  const port = await findFreePort();
  const log = fs.openSync(path.join(folder, 'prism.log'), 'w');
  const args = ['proxy', file, upstream, '--host', '127.0.0.1', '--port', String(port), '--cors', 'false'];
  const child = spawn(process.execPath, [tools.fileOf('@stoplight/prism-cli/dist/index.js'), ...args], {
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + longestStartMs;
  while (!(await isListening(url))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill();
      throw new UserError(`Prism did not start. It says: ${fs.readFileSync(path.join(folder, 'prism.log'), 'utf8')}`);
    }
    await pause(100);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

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
