import path from 'node:path';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { startStack } from '#tools/testing/stack.ts';
import { openMeasuredHeaps } from './heap/measured-heaps.ts';
import { writeLargeChain } from './large-chain.ts';
import { drive } from './load.ts';
import { rotateKeys } from './requests.ts';
import { quantile, type Row, type Section } from './row.ts';
import { slopeOf } from './slope.ts';
import { loadDesk } from './soak-desk.ts';
import { type Look, type Watched, watchSoak } from './watch-soak.ts';

/** A little longer than the last minute that is shown. */
const lastsS = 20 * 60 + 30;
/** What a process takes until it is warm is no growth. */
const warmS = 5.5 * 60;
/** Between two vacuums a server grows: only the least of a while counts. */
const whileS = 30;
const shownMinutes = [6, 10, 15, 20];
const members = 100_000;
const platformPerSecond = 150;
const platformConnections = 10;
/** In MB an hour. A program that grows by this takes a week to double. */
const growthBudget = 1;

/** Desk and platform under load for twenty minutes: how what a collection leaves of their heaps grows. */
export async function measureSoak(): Promise<Section> {
  const heaps = openMeasuredHeaps();
  const stack = await startStack({ environment: heaps.environment });
  const cluster = await openCluster({
    home: path.join(stack.dataDir, 'platform'),
    database: 'platform',
    access: 'share',
  });
  try {
    const chain = await writeLargeChain(cluster.url, members);
    const desk = await loadDesk(stack);
    const watch = watchSoak(stack, heaps);
    const next = rotateKeys(chain, (index) => {
      const { accountId, rfid } = chain.members[index % chain.members.length] ?? {};
      if (index % 10 === 0)
        return { method: 'GET', path: `/api/v2/accounts?limit=100&offset=${(index % 1_000) * 100}` };
      if (index % 3 === 0) return { method: 'POST', path: `/api/v2/accounts/${accountId}/checkins`, body: '{}' };
      return { method: 'GET', path: `/api/v2/accounts/rfid/${rfid}` };
    });
    const load = { url: stack.platformUrl, next, connections: platformConnections, perSecond: platformPerSecond };
    const answered = await drive({ ...load, durationS: lastsS });
    const watched = await watch.stop();
    const { taps, reads, streams } = await desk.end();
    const count = (name: string, amount: number) => ({ name, value: { amount, unit: '' }, samples: 1 });
    return {
      title: 'Twenty minutes under load: what a full collection leaves of each program, and shares of memory (PSS)',
      rows: [
        ...rowsOf(watched),
        count('taps that the desk answered', taps),
        count('lists and searches that it answered', reads),
        count('live streams that it opened', streams),
        count('requests that the platform answered', answered.samplesMs.length),
        count('collections that a program did not tell of', watched.missed),
      ],
    };
  } finally {
    await cluster.stop();
    await stack.stop();
    heaps.close();
  }
}

function rowsOf({ programs, shares, heaps }: Watched): Row[] {
  const warm = (looks: readonly Look[]) => looks.filter(({ atS }) => atS >= warmS);
  const servers = Object.keys(shares[0]?.megabytes ?? {}).filter((name) => !programs.includes(name));
  return [
    ...programs.flatMap((name) => {
      const told = heaps.filter(({ megabytes }) => name in megabytes);
      const points = warm(told).map(pointOf(name));
      return [
        ...shownMinutes.flatMap((minute) => {
          const look = nearest(told, minute);
          return look ? [rowOf(`${name}: left by a collection, minute ${minute}`, look.megabytes[name], 'MB')] : [];
        }),
        ...growthRows(name, points),
        mostRow(name, shares),
      ];
    }),
    ...servers.flatMap((name) => [...growthRows(name, leastOfEach(name, warm(shares))), mostRow(name, shares)]),
  ];
}

/** Fewer tell no slope. */
const fewestPoints = 3;

interface Point {
  atS: number;
  megabytes: number;
}

function growthRows(name: string, points: readonly Point[]): Row[] {
  if (points.length < fewestPoints) return [];
  const { perUnit, atLeast, atMost } = slopeOf(points.map(({ atS, megabytes }) => ({ x: atS / 3_600, y: megabytes })));
  const row = (what: string, amount: number) => rowOf(`${name}: ${what}`, amount, 'MB/h', points.length);
  return [
    row('growth', perUnit),
    { ...row('growth that is certain (95 %)', atLeast), budget: growthBudget },
    row('growth that is possible (95 %)', atMost),
  ];
}

const mostRow = (name: string, shares: readonly Look[]): Row =>
  rowOf(
    `${name}: largest share`,
    quantile(
      shares.map((look) => pointOf(name)(look).megabytes),
      1,
    ),
    'MB',
    shares.length,
  );

const rowOf = (name: string, amount = Number.NaN, unit: string, samples = 1): Row => ({
  name,
  value: { amount, unit },
  samples,
});

const pointOf =
  (name: string) =>
  ({ atS, megabytes }: Look): Point => ({ atS, megabytes: megabytes[name] ?? Number.NaN });

function nearest(looks: readonly Look[], minute: number): Look | undefined {
  const distance = ({ atS }: Look) => Math.abs(atS - minute * 60);
  return looks.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The least memory of each while, at the middle of it. */
function leastOfEach(name: string, looks: readonly Look[]): Point[] {
  const whiles = Map.groupBy(looks, ({ atS }) => Math.floor(atS / whileS));
  return [...whiles].map(([index, within]) => ({
    atS: (index + 0.5) * whileS,
    megabytes: Math.min(...within.map((look) => pointOf(name)(look).megabytes)),
  }));
}
