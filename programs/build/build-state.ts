import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The file that holds the stamp of the sources that the desk was built from. */
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
function digestOf(sources: readonly string[], folder = root): string {
  const hash = createHash('sha256');
  for (const { name, file } of filesOf(sources, folder)) {
    hash.update(name).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * What a build is made from, for the file beside it: a digest of the sources, and one of the sizes of their files and of the
 * times of their last change of any kind, which no tool can set, and which is compared in a fifth of the time.
 */
export const stampOf = (sources: readonly string[], folder?: string): string =>
  `${digestOf(sources, folder)} ${listingOf(sources, folder)}`;

/** Whether a build with this stamp was made from the sources that are there, also where copying has changed the times of their files. */
export function isMadeFrom(stamp: string | undefined, sources: readonly string[], folder?: string): boolean {
  const [digest, listing] = stamp?.split(' ') ?? [];
  if (digest === undefined) return false;
  return listing === listingOf(sources, folder) || digest === digestOf(sources, folder);
}

function listingOf(sources: readonly string[], folder = root): string {
  const hash = createHash('sha256');
  for (const { name, stat } of filesOf(sources, folder)) hash.update(`${name}\0${stat.size}\0${stat.ctimeMs}\0`);
  return hash.digest('hex');
}

interface SourceFile {
  /** From the folder, with slashes. */
  name: string;
  file: string;
  stat: fs.Stats;
}

/** The files of sources, without tests. */
function* filesOf(sources: readonly string[], folder: string): Generator<SourceFile> {
  for (const name of sources) {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const entries = fs.readdirSync(file).sort();
      yield* filesOf(
        entries.map((entry) => `${name}/${entry}`),
        folder,
      );
    } else if (stat && !/\.test\.tsx?$/.test(name)) yield { name, file, stat };
  }
}

/** A digest of all inputs of the desk's build. */
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

export const stampDesk = (): string => stampOf(buildSources);

export const isBuilt = (): boolean => isMadeFrom(readIfThere(deskStamp), buildSources);
