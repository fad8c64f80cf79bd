import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const stamp = path.join(root, '.next', 'front-desk-build');
export const buildSources = [
  'app',
  'components',
  'contracts',
  'lib',
  'messages',
  'public',
  'shared',
  'instrumentation-client.ts',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];

/** A digest of files and folders, independent of their location. */
export function digestOf(sources: readonly string[], folder = root): string {
  const hash = createHash('sha256');
  for (const source of sources) addToDigest(hash, folder, path.join(folder, source));
  return hash.digest('hex');
}

/** The same of all inputs of the desk's build. */
const digestSources = (folder?: string): string => digestOf(buildSources, folder);

/**
 * Makes builds reproducible: the build id, and the key from which Next derives the ids of server actions. Next also
 * encrypts with that key the variables that an inline action closes over; this desk has no such action.
 */
export function buildEnvironment(folder?: string): Record<string, string> {
  const digest = digestSources(folder);
  const actionsKey = createHash('sha256').update(`actions ${digest}`).digest('base64');
  return { BUILD_ID: digest.slice(0, 20), NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey };
}

function addToDigest(hash: ReturnType<typeof createHash>, folder: string, file: string): void {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addToDigest(hash, folder, path.join(file, name));
    return;
  }
  if (/\.test\.tsx?$/.test(file)) return;
  hash
    .update(path.relative(folder, file).replaceAll(path.sep, '/'))
    .update('\0')
    .update(fs.readFileSync(file))
    .update('\0');
}

export const isBuilt = (): boolean => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digestSources();

export const markBuilt = (): void => fs.writeFileSync(stamp, digestSources());
