import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRandom } from '#platform/simulator/random.ts';
import { type Conclusion, concludeRun } from '#tools/chaos/conclude.ts';
import { type FailoverName, failoverTitles } from '#tools/chaos/fault-names.ts';
import { type Load, openReception } from '#tools/chaos/load.ts';
import { prepareReception } from '#tools/chaos/reception.ts';
import { type Stop, untilFirstTap } from '#tools/chaos/stop.ts';
import { openWindow } from '#tools/chaos/window.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Confirmations, listenForConfirmations } from './confirmations.ts';
import { type Machines, startMachines } from './machines.ts';
import { requirePackages } from './packages.ts';
import { stopChildrenAtExit } from './process.ts';
import { cutOffPrimary, killPrimary } from './strike.ts';

interface FailoverOptions {
  /** Each kills the primary, and then cuts off the next one. */
  rounds: number;
  seed: number;
  windows: number;
  tapsPerSecond: number;
  /** How long everything may take to arrive after the last round. */
  longestSettlementMs: number;
  /** Whether a killed node stays down, to see the report of a failing run. */
  leavesDown?: boolean;
  /** Receives progress messages. */
  tell: (line: string) => void;
  stop: Stop;
  /** Receives the result, before anything is stopped. */
  report: (result: FailoverResult) => void;
}

/** The loss of a primary, and how long no visit was confirmed; null if none was until the round failed. */
export interface Failover {
  fault: FailoverName;
  withoutConfirmationMs: number | null;
}

export interface FailoverResult extends Conclusion {
  failovers: readonly Failover[];
  unexpectedEnds: number;
}

const calmMs = 4_000;
const strikes = { primaryKilled: killPrimary, primaryCutOff: cutOffPrimary };
const order = ['primaryKilled', 'primaryCutOff'] as const;

/**
 * Lets members come and go at two desks and two platforms while their three-node database loses one primary after the
 * other, and compares what they did with what the platform holds.
 * @throws UserError if the machine lacks the packages for the nodes
 */
export async function runFailover(options: FailoverOptions): Promise<void> {
  const packages = requirePackages();
  stopChildrenAtExit();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-failover-'));
  fs.chmodSync(folder, 0o755);
  try {
    const superuserPassword = 'of the run alone';
    const cluster = await untilFirstTap(options.stop, () => startCluster({ folder, packages, superuserPassword }));
    try {
      const machines = await untilFirstTap(options.stop, () => startMachines({ cluster, packages, folder }));
      try {
        await runRounds(cluster, machines, options);
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

async function runRounds(cluster: Cluster, machines: Machines, options: FailoverOptions): Promise<void> {
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
  const { longestSettlementMs, tell, stop } = options;
  const failovers: Failover[] = [];
  try {
    const conclusion = await concludeRun({
      load,
      inDatabase,
      since,
      longestSettlementMs,
      tell,
      signal: stop.signal,
      rounds: () => losePrimaries({ cluster, routes: machines.routes, load, confirmations, failovers }, options),
    });
    options.report({ ...conclusion, failovers, unexpectedEnds: machines.unexpectedEnds() });
  } finally {
    await load.end();
    await Promise.all(windows.map((window) => window.close()));
  }
}

interface Scene {
  cluster: Pick<Cluster, 'nodes' | 'findPrimary' | 'awaitHealth'>;
  routes: Machines['routes'];
  load: Pick<Load, 'begin'>;
  confirmations: Pick<Confirmations, 'awaitNext'>;
  /** Results are appended to it. */
  failovers: Failover[];
}

/** @throws if a round fails, without running the following ones */
export async function losePrimaries(
  scene: Scene,
  options: Pick<FailoverOptions, 'rounds' | 'tell' | 'stop' | 'leavesDown'>,
): Promise<void> {
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const fault of order) {
      const title = `${round}/${options.rounds} ${failoverTitles[fault]}`;
      try {
        await losePrimary(fault, title, scene, options);
      } catch (cause) {
        throw new Error(`${title}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    }
  }
}

async function losePrimary(
  fault: FailoverName,
  title: string,
  { cluster, routes, load, confirmations, failovers }: Scene,
  { tell, stop: { orStopped, pause }, leavesDown = false }: Pick<FailoverOptions, 'tell' | 'stop' | 'leavesDown'>,
): Promise<void> {
  load.begin(fault);
  // verify that it works before the fault
  await orStopped(confirmations.awaitNext());
  await pause(calmMs);
  const primary = await orStopped(cluster.findPrimary());
  const failover: Failover = { fault, withoutConfirmationMs: null };
  failovers.push(failover);
  const repairFaults = await strikes[fault](primary, cluster, routes);
  try {
    failover.withoutConfirmationMs = await orStopped(confirmations.awaitNext());
    tell(`${title}: confirmed again after ${(failover.withoutConfirmationMs / 1_000).toFixed(1)} s`);
    await pause(calmMs);
  } finally {
    if (!leavesDown) await repairFaults();
  }
  await orStopped(cluster.awaitHealth());
}
