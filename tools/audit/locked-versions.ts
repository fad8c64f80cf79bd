import { z } from 'zod';
import type { LockedVersions } from './known-holes.ts';

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), name: z.string().optional() })),
});

/** The packages of a lock file, each with its versions, without the project itself. */
export function lockedVersionsIn(text: string): LockedVersions {
  const versions: LockedVersions = {};
  for (const [place, { version, name }] of Object.entries(lockFile.parse(JSON.parse(text)).packages)) {
    const packageName = name ?? place.split('node_modules/').at(-1) ?? '';
    if (!place || !packageName || !version) continue;
    versions[packageName] = [...new Set([...(versions[packageName] ?? []), version])];
  }
  return versions;
}
