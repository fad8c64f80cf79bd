import { spawnSync } from 'node:child_process';
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
 * Tells machines with the same host name apart: machine-id(5), or the hardware's UUID on macOS, whose host name may come from
 * the network. Undefined where there is neither, as in an image.
 */
export const readMachineId = (): string | undefined =>
  process.platform === 'darwin' ? hardwareIdIn(listHardware()) : machineIdIn(readIfThere('/etc/machine-id') ?? '');

export const machineIdIn = (file: string): string | undefined => /^[0-9a-f]{32}$/m.exec(file)?.[0];

/** @param list what `ioreg` tells of the machine */
export const hardwareIdIn = (list: string): string | undefined =>
  /"IOPlatformUUID" = "([0-9A-F-]{36})"/.exec(list)?.[1];

const listHardware = (): string =>
  spawnSync('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], { encoding: 'utf8' }).stdout ?? '';

/** A short name of a data folder with its clusters, unique across machines, even clones of one machine. */
export function placeOf(dataDir: string, clusters: string[]): string {
  const parts = [os.hostname(), fs.realpathSync(dataDir), ...clusters.map(readSystemIdentifier)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8);
}
