import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { placeOfCluster } from '#programs/postgresql/cluster-folder.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { MeasuredHeaps } from './heap/measured-heaps.ts';
import { readShare, withChildren } from './share-of-memory.ts';

const lookEveryMs = 2_000;
/** A collection stops a program for a tenth of a second or two. */
const collectEveryMs = 60_000;

/** Memory in megabytes, by the name of a program or server. */
export interface Look {
  atS: number;
  megabytes: Record<string, number>;
}

export interface Watched {
  /** Whose heaps are looked at; of all others only the shares are. */
  programs: readonly string[];
  /** Shares of the machine's memory. */
  shares: Look[];
  /** What a full collection has left of the heaps of the programs. */
  heaps: Look[];
  /** How many collections were not told: the others are shown all the same. */
  missed: number;
}

/** Watches both programs and their servers. */
export function watchSoak(stack: Stack, heaps: MeasuredHeaps): { stop(): Promise<Watched> } {
  const { desk, platform } = stack.programs();
  const postmaster = (program: string) => {
    const file = path.join(placeOfCluster(path.join(stack.dataDir, program)), 'postmaster.pid');
    return Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0]);
  };
  const programs = { 'the desk': desk?.pid ?? 0, 'the platform': platform?.pid ?? 0 };
  const servers = {
    "the desk's PostgreSQL": postmaster('desk'),
    "the platform's PostgreSQL": postmaster('platform'),
  };
  const began = performance.now();
  const watched: Watched = { programs: Object.keys(programs), shares: [], heaps: [], missed: 0 };
  const lookAt = (megabytes: [name: string, amount: number][]): Look => ({
    atS: (performance.now() - began) / 1_000,
    megabytes: Object.fromEntries(megabytes),
  });
  const watching = setInterval(() => {
    watched.shares.push(
      lookAt([
        ...Object.entries(programs).map(([name, pid]): [string, number] => [name, readShare(pid)]),
        ...Object.entries(servers).map(([name, pid]): [string, number] => [
          name,
          sum(withChildren(pid).map(readShare)),
        ]),
      ]),
    );
  }, lookEveryMs);

  const stopping = new AbortController();
  const { signal } = stopping;
  const collect = async () => {
    for (let next = collectEveryMs; ; next += collectEveryMs) {
      await pause(began + next - performance.now(), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const { told, missed } = await readHeaps(programs, heaps);
      watched.heaps.push(lookAt(told));
      watched.missed += missed;
    }
  };
  const collecting = collect();
  return {
    stop: async () => {
      clearInterval(watching);
      stopping.abort();
      await collecting;
      return watched;
    },
  };
}

/** What a collection leaves of each program, one after the other, and how many did not tell. */
export async function readHeaps(
  programs: Readonly<Record<string, number>>,
  heaps: Pick<MeasuredHeaps, 'read'>,
): Promise<{ told: [name: string, megabytes: number][]; missed: number }> {
  const told: [string, number][] = [];
  let missed = 0;
  for (const [name, pid] of Object.entries(programs)) {
    const megabytes = await heaps.read(pid).catch(() => undefined);
    if (megabytes === undefined) missed += 1;
    else told.push([name, megabytes]);
  }
  return { told, missed };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
