import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The file that holds the digest of the sources that the desk was built from. */
export const deskStamp = path.join(root, '.next', 'front-desk-build');
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
export const digestSources = (folder?: string): string => digestOf(buildSources, folder);

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

export const isBuilt = (): boolean => readIfThere(deskStamp) === digestSources();
