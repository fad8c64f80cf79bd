import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { root } from '#programs/base/run-program.ts';
import { isMadeFrom, stampOf } from '#programs/build/build-state.ts';

/** The programs in the bundle; their sources are in programs/bundled. */
export const bundled = ['run-platform', 'run-platform-admin'] as const;

/** All that the bundle is made from. */
export const platformSources = ['contracts', 'package-lock.json', 'platform', 'programs', 'shared'];

export const bundleFolder = path.join(root, '.platform');

/** The file that holds the stamp of the sources that the bundle was made from. */
export const bundleStamp = (folder = bundleFolder): string => path.join(folder, 'made-from');

export const stampPlatform = (): string => stampOf(platformSources);

/** Those of our modules whose change would leave the bundle as it is. */
export const modulesOfOtherSources = (modules: readonly string[]): string[] =>
  modules
    .filter((module) => module.startsWith(root + path.sep) && !module.includes(`${path.sep}node_modules${path.sep}`))
    .map((module) => path.relative(root, module))
    .filter((module) => !platformSources.includes(module.split(path.sep)[0] ?? ''));

export const isBundled = (): boolean => bundled.every((program) => findBundle(program) !== undefined);

/**
 * The bundle of a program, which starts in half the time of its sources.
 * @returns its URL; undefined unless it was made from the sources that are there
 */
export function findBundle(program: (typeof bundled)[number], folder = bundleFolder): string | undefined {
  const entry = path.join(folder, `${program}.mjs`);
  if (!isReadable(entry) || !isMadeFrom(readIfThere(bundleStamp(folder)), platformSources)) return undefined;
  return pathToFileURL(entry).href;
}

function isReadable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
