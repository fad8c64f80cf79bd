import fs from 'node:fs';
import path from 'node:path';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { placeOfCluster } from '#programs/postgresql/cluster-folder.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { writeLargeChain } from './large-chain.ts';
import { drive } from './load.ts';
import { rotateKeys } from './requests.ts';
import { quantile, type Row, type Section } from './row.ts';
import { readShare, withChildren } from './share-of-memory.ts';
import { slopeOf } from './slope.ts';
import { loadDesk } from './soak-desk.ts';

const lastsS = 20 * 60;
/** What a process takes until it is warm is no growth. */
const warmS = 5 * 60;
const lookEveryMs = 2_000;
/** Between two collections of its garbage a process grows: only the least of a while counts. */
const whileS = 30;
const platformPerSecond = 150;
const platformConnections = 10;
/** In MB an hour. A program that grows by this takes a week to double. */
const growthBudget = 1;

interface Look {
  atS: number;
  megabytes: Record<string, number>;
}

/** Desk and platform under load for twenty minutes: how their memory grows. */
export async function measureSoak(stack: Stack): Promise<Section> {
  const cluster = await openCluster({
    home: path.join(stack.dataDir, 'platform'),
    database: 'platform',
    access: 'share',
  });
  try {
    const chain = await writeLargeChain(cluster.url);
    const desk = await loadDesk(stack);
    const memory = watch(stack);
    const next = rotateKeys(chain, (index) => {
      const { accountId, rfid } = chain.members[index % chain.members.length] ?? {};
      if (index % 10 === 0)
        return { method: 'GET', path: `/api/v2/accounts?limit=100&offset=${(index % 1_000) * 100}` };
      if (index % 3 === 0) return { method: 'POST', path: `/api/v2/accounts/${accountId}/checkins`, body: '{}' };
      return { method: 'GET', path: `/api/v2/accounts/rfid/${rfid}` };
    });
    const load = { url: stack.platformUrl, next, connections: platformConnections, perSecond: platformPerSecond };
    const answered = await drive({ ...load, durationS: lastsS });
    const looks = memory.stop();
    const { taps, reads, streams } = await desk.end();
    const count = (name: string, amount: number) => ({ name, value: { amount, unit: '' }, samples: 1 });
    return {
      title: 'Twenty minutes under load: memory of each program (PSS)',
      rows: [
        ...Object.keys(looks[0]?.megabytes ?? {}).flatMap((name) => rowsOf(name, looks)),
        count('taps that the desk answered', taps),
        count('lists and searches that it answered', reads),
        count('live streams that it opened', streams),
        count('requests that the platform answered', answered.samplesMs.length),
      ],
    };
  } finally {
    await cluster.stop();
  }
}

function watch(stack: Stack): { stop(): Look[] } {
  const { desk, platform } = stack.programs();
  const postmaster = (program: string) => {
    const file = path.join(placeOfCluster(path.join(stack.dataDir, program)), 'postmaster.pid');
    return Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0]);
  };
  const programs = {
    'the desk': () => [desk?.pid ?? 0],
    'the platform': () => [platform?.pid ?? 0],
    "the desk's PostgreSQL": () => withChildren(postmaster('desk')),
    "the platform's PostgreSQL": () => withChildren(postmaster('platform')),
  };
  const began = performance.now();
  const looks: Look[] = [];
  const look = () => {
    const shares = Object.entries(programs).map(([name, pids]) => [name, sum(pids().map(readShare))] as const);
    looks.push({ atS: (performance.now() - began) / 1_000, megabytes: Object.fromEntries(shares) });
  };
  const watching = setInterval(look, lookEveryMs);
  return {
    stop: () => {
      clearInterval(watching);
      return looks;
    },
  };
}

function rowsOf(name: string, looks: readonly Look[]): Row[] {
  const points = leastOfEach(
    name,
    looks.filter(({ atS }) => atS >= warmS),
  );
  const { perUnit, atLeast, atMost } = slopeOf(points.map(({ atS, megabytes }) => ({ x: atS / 3_600, y: megabytes })));
  const amounts = points.map(({ megabytes }) => megabytes);
  const row = (what: string, amount: number, unit: string) => ({
    ...{ name: `${name}: ${what}`, value: { amount, unit }, samples: points.length },
  });
  return [
    row('memory after five minutes', amounts[0] ?? Number.NaN, 'MB'),
    row('memory after twenty minutes', amounts.at(-1) ?? Number.NaN, 'MB'),
    row(
      'most',
      quantile(
        looks.map(({ megabytes }) => megabytes[name] ?? Number.NaN),
        1,
      ),
      'MB',
    ),
    row('growth', perUnit, 'MB/h'),
    { ...row('growth that is certain (95 %)', atLeast, 'MB/h'), budget: growthBudget },
    row('growth that is possible (95 %)', atMost, 'MB/h'),
  ];
}

/** The least memory of each while, at the middle of it. */
function leastOfEach(name: string, looks: readonly Look[]): { atS: number; megabytes: number }[] {
  const whiles = Map.groupBy(looks, ({ atS }) => Math.floor(atS / whileS));
  return [...whiles].map(([index, within]) => ({
    atS: (index + 0.5) * whileS,
    megabytes: Math.min(...within.map(({ megabytes }) => megabytes[name] ?? Number.NaN)),
  }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
