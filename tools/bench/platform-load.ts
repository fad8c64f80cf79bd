import path from 'node:path';
import { keepPlatformSecret } from '#programs/platform/platform-secret.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { BareTask } from './bare-server.ts';
import { measureExportPages } from './export-pages.ts';
import { measureGymInterface } from './gym-interface-load.ts';
import { writeLargeChain } from './large-chain.ts';
import { type BenchRequest, load } from './load.ts';
import { type Comparison, comparisonsOf, type Place } from './platform-comparisons.ts';
import { readAnswer, rotateKeys } from './requests.ts';
import { loadRow, type Row, type Section } from './row.ts';
import { withBareServer } from './with-bare-server.ts';

/** The platform with 100,000 members, compared with a bare server and with one statement through the same driver. */
export async function measurePlatform(stack: Stack, durationS: number): Promise<Section[]> {
  const home = path.join(stack.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  try {
    const chain = await writeLargeChain(cluster.url);
    const place = { platformUrl: stack.platformUrl, databaseUrl: cluster.url, chain, durationS };
    const sections: Section[] = [];
    for (const comparison of await comparisonsOf(place)) sections.push(await compare(comparison, place));
    sections.push(...(await measureGymInterface(place)));
    const secret = keepPlatformSecret(stack.dataDir);
    return [...sections, ...(await measureExportPages({ ...place, secret }))];
  } finally {
    await cluster.stop();
  }
}

async function compare(comparison: Comparison, place: Place): Promise<Section> {
  const { title, connections, operations, leastStatement } = comparison;
  const requests = operations.map(({ name, routeOf }) => ({ name, next: rotateKeys(place.chain, routeOf) }));
  const [first] = requests;
  if (!first) throw new Error(`Nothing to measure: ${title}.`);
  const answer = await readAnswer(place.platformUrl, first.next());
  const { name, ...statement } = leastStatement;

  const rows: Row[] = [];
  const measure = async (name: string, url: string, next: () => BenchRequest, connections: number) => {
    const answered = await load({ url, next, connections, durationS: place.durationS }).catch((cause) => {
      throw new Error(`${name}, ${connections} connections: ${cause.message}`, { cause });
    });
    rows.push(loadRow(name, connections, answered));
  };
  const measureBare = (name: string, task: BareTask, count: number) =>
    withBareServer(task, (url) => measure(name, url, first.next, count));

  for (const count of connections) {
    for (const { name, next } of requests) await measure(name, place.platformUrl, next, count);
    await measureBare('bare node:http, the same bytes', answer, count);
    const withStatement = { ...answer, statement: { url: place.databaseUrl, ...statement } };
    await measureBare(`bare node:http and ${name}`, withStatement, count);
  }
  return { title, rows };
}
