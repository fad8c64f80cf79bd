import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';

const identifierBytes = 8;

/**
 * Identifies a cluster and its copies: the system identifier that `initdb` generated, which PostgreSQL keeps at the
 * beginning of `pg_control`. Undefined if it cannot be read.
 */
export function readSystemIdentifier(cluster: string): string | undefined {
  const bytes = Buffer.alloc(identifierBytes);
  try {
    const handle = fs.openSync(path.join(cluster, 'global', 'pg_control'), 'r');
    try {
      if (fs.readSync(handle, bytes) < identifierBytes) return undefined;
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return undefined;
  }
  return bytes.toString('hex');
}

/**
 * Tells machines with the same host name apart (machine-id(5)). Undefined where there is no such file, as on macOS, or
 * none with an id, as in an image.
 */
export const readMachineId = (file = '/etc/machine-id'): string | undefined =>
  /^[0-9a-f]{32}$/m.exec(readIfThere(file) ?? '')?.[0];

/** A short name of a data folder with its clusters, unique across machines, even clones of one machine. */
export function placeOf(dataDir: string, clusters: string[]): string {
  const parts = [os.hostname(), fs.realpathSync(dataDir), ...clusters.map(readSystemIdentifier)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8);
}
