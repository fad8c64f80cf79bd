import path from 'node:path';
import { keepPlatformSecret } from '#programs/platform/platform-secret.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { measureExportPages } from './export-pages.ts';
import { measureGymInterface } from './gym-interface-load.ts';
import { writeLargeChain } from './large-chain.ts';
import { type Comparison, comparisonsOf, type Place } from './platform-comparisons.ts';
import { processorTimeOf, processorTimeOfServer } from './processor-time.ts';
import { readAnswer, rotateKeys } from './requests.ts';
import { measureInRounds } from './rounds.ts';
import type { Row, Section } from './row.ts';
import { withBareServer } from './with-bare-server.ts';

type ProcessorTimes = Pick<Parameters<typeof measureInRounds>[2], 'processorTime'>;

/** The platform with 100,000 members, compared with a bare server and with one statement through the same driver. */
export async function measurePlatform(stack: Stack, durationS: number): Promise<Section[]> {
  const home = path.join(stack.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  try {
    const chain = await writeLargeChain(cluster.url);
    const pid = stack.programs().platform?.pid ?? 0;
    const processorTime = () => ({ program: processorTimeOf(pid), database: processorTimeOfServer(cluster.folder) });
    const place = { platformUrl: stack.platformUrl, databaseUrl: cluster.url, chain, durationS, processorTime };
    const sections: Section[] = [];
    for (const comparison of await comparisonsOf(place)) sections.push(await compare(comparison, place));
    sections.push(...(await measureGymInterface(place)));
    const secret = keepPlatformSecret(stack.dataDir);
    return [...sections, ...(await measureExportPages({ ...place, secret }))];
  } finally {
    await cluster.stop();
  }
}

async function compare(comparison: Comparison, place: Place & ProcessorTimes): Promise<Section> {
  const { title, connections, operations, least } = comparison;
  const requests = operations.map(({ name, routeOf }) => ({ name, next: rotateKeys(place.chain, routeOf) }));
  const [first] = requests;
  if (!first) throw new Error(`Nothing to measure: ${title}.`);
  const answer = await readAnswer(place.platformUrl, first.next());
  const withStatements = { ...answer, work: { url: place.databaseUrl, statements: least.statements } };
  const measured = requests.map((request) => ({ ...request, url: place.platformUrl }));
  const { next } = first;
  const rows = await withBareServer(answer, (bareUrl) =>
    withBareServer(withStatements, async (statementUrl) => {
      const others = [
        { name: 'bare node:http, the same bytes', url: bareUrl, next },
        { name: `bare node:http and ${least.name}`, url: statementUrl, next },
      ];
      const rounds: Row[][] = [];
      for (const count of connections) {
        const { durationS, processorTime } = place;
        rounds.push(await measureInRounds(measured, others, { connections: count, durationS, processorTime }));
      }
      return rounds.flat();
    }),
  );
  return { title, rows };
}
