import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, '.next', 'front-desk-build');
const sources = [
  'app',
  'components',
  'contracts',
  'lib',
  'messages',
  'public',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];

/** A digest of everything the desk's build is made from. */
export function digestSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) addToDigest(hash, path.join(root, source));
  return hash.digest('hex');
}

function addToDigest(hash: ReturnType<typeof createHash>, file: string): void {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addToDigest(hash, path.join(file, name));
    return;
  }
  if (/\.test\.tsx?$/.test(file)) return;
  hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
}

export const isBuilt = (): boolean => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digestSources();

export const markBuilt = (): void => fs.writeFileSync(stamp, digestSources());
