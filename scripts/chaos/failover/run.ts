import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '#platform/simulator/random.ts';
import type { Comparison, MadeTap } from '#scripts/chaos/compare.ts';
import { type FailoverName, failoverTitles } from '#scripts/chaos/fault-names.ts';
import { awaitSettlement, judge, type Settlement } from '#scripts/chaos/ledger.ts';
import { type Load, openReception } from '#scripts/chaos/load.ts';
import { prepareReception } from '#scripts/chaos/reception.ts';
import { openWindow } from '#scripts/chaos/window.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Confirmations, listenForConfirmations } from './confirmations.ts';
import { type Machines, startMachines } from './machines.ts';
import { requirePackages } from './packages.ts';
import { keepNothingBehind } from './process.ts';
import { cutOffPrimary, killPrimary } from './strike.ts';

interface FailoverOptions {
  /** In each, the primary is killed, and the next one cut off. */
  rounds: number;
  seed: number;
  windows: number;
  tapsPerSecond: number;
  /** How long after the last round everything may take to arrive. */
  longestSettlementMs: number;
  /** Hears of the course of it. */
  tell: (line: string) => void;
}

/** A primary that was lost, and how long no visit was confirmed. */
export interface Failover {
  fault: FailoverName;
  withoutConfirmationMs: number;
}

export interface FailoverResult {
  failovers: readonly Failover[];
  taps: readonly MadeTap[];
  comparison: Comparison;
  settlement: Settlement;
  unexpectedEnds: number;
}

const calmMs = 4_000;
const strikes = { primaryKilled: killPrimary, primaryCutOff: cutOffPrimary };
const order = ['primaryKilled', 'primaryCutOff'] as const;

/**
 * Lets members come and go at two desks and two platforms while their database of three nodes loses one primary after the
 * other, and compares what they did with what the platform holds.
 * @throws UserError where the machine has not got what the nodes run on
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const packages = requirePackages();
  keepNothingBehind();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-failover-'));
  fs.chmodSync(folder, 0o755);
  try {
    const cluster = await startCluster({ folder, packages, superuserPassword: 'of the run alone' });
    try {
      const machines = await startMachines({ cluster, packages, folder });
      try {
        return await runRounds(cluster, machines, options);
      } finally {
        await machines.stop();
      }
    } finally {
      await cluster.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function runRounds(cluster: Cluster, machines: Machines, options: FailoverOptions): Promise<FailoverResult> {
  const { inDatabase, deskUrl, password } = machines;
  const since = new Date();
  const gymId = await machines.findFirstGym();
  const { settings, members } = await prepareReception({ inDatabase, signInUrl: deskUrl, deskUrl, password, gymId });
  const confirmations = listenForConfirmations();
  const { load, windows } = openReception({
    members,
    random: createRandom(options.seed, 'load'),
    tapsPerSecond: options.tapsPerSecond,
    openWindows: (listen) =>
      Array.from({ length: options.windows }, () => openWindow(settings, confirmations.beside(listen))),
  });
  try {
    const failovers = await losePrimaries({ cluster, machines, load, confirmations }, options);
    await load.end();
    options.tell('Waiting until everything has arrived …');
    const settlement = await awaitSettlement(inDatabase, load.taps, options.longestSettlementMs);
    const { taps, comparison } = await judge(inDatabase, load.taps(), since);
    return { failovers, taps, comparison, settlement, unexpectedEnds: machines.unexpectedEnds() };
  } finally {
    await load.end();
    await Promise.all(windows.map((window) => window.close()));
  }
}

interface Scene {
  cluster: Cluster;
  machines: Machines;
  load: Load;
  confirmations: Confirmations;
}

async function losePrimaries(
  { cluster, machines, load, confirmations }: Scene,
  { rounds, tell }: FailoverOptions,
): Promise<Failover[]> {
  const failovers: Failover[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const fault of order) {
      load.begin(fault);
      // it is known to work before it is broken
      await confirmations.awaitNext();
      await sleep(calmMs);
      const primary = await cluster.findPrimary();
      const putRight = await strikes[fault](primary, cluster, machines.doors);
      const withoutConfirmationMs = await confirmations.awaitNext();
      tell(
        `${round}/${rounds} ${failoverTitles[fault]}: confirmed again after ${(withoutConfirmationMs / 1_000).toFixed(1)} s`,
      );
      await sleep(calmMs);
      await putRight();
      await cluster.awaitHealth();
      failovers.push({ fault, withoutConfirmationMs });
    }
  }
  return failovers;
}
