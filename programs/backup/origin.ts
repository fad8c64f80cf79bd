import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const identifierBytes = 8;

/**
 * What tells a cluster and its copies from all others: the number that `initdb` gave it, which PostgreSQL keeps at the
 * beginning of `pg_control`. Undefined where that cannot be read.
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

/** A short name of a data folder of this machine with its clusters, which no other has, nor a clone of the machine. */
export function placeOf(dataDir: string, clusters: string[]): string {
  const parts = [os.hostname(), fs.realpathSync(dataDir), ...clusters.map(readSystemIdentifier)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8);
}
