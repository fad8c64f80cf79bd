import { measureExportPages } from './export-pages.ts';
import { measureGymInterface } from './gym-interface-load.ts';
import { startPeers } from './peers.ts';
import { type Comparison, comparisonsOf, type Place } from './platform-comparisons.ts';
import { withPlatformOf } from './platform-of-members.ts';
import { readAnswer, rotateKeys } from './requests.ts';
import { measureInRounds } from './rounds.ts';
import type { Row, Section } from './row.ts';
import { withBareServer } from './with-bare-server.ts';

const members = 100_000;

/** The platform with 100,000 members, compared with a bare server and with one statement through the same driver. */
export const measurePlatform = (durationS: number): Promise<Section[]> =>
  withPlatformOf(members, durationS, async (place) => {
    const sections: Section[] = [];
    for (const comparison of await comparisonsOf(place)) sections.push(await compare(comparison, place));
    sections.push(...(await measureGymInterface(place)));
    return [...sections, ...(await measureExportPages(place))];
  });

/** The look-up by card, compared with programs that developers use in place of a platform. */
export const measurePeers = (durationS: number): Promise<Section> =>
  withPlatformOf(members, durationS, async (place) => {
    const { chain, platformUrl: url, processorTime } = place;
    const [lookUps] = await comparisonsOf(place);
    const [lookUp] = lookUps?.operations ?? [];
    if (!lookUps || !lookUp) throw new Error('There is no look-up to compare.');
    const next = rotateKeys(chain, lookUp.routeOf);
    const { peers, least, stop } = await startPeers(place, next);
    try {
      const options = { connections: 10, durationS, processorTime, least };
      const rows = await measureInRounds([{ name: lookUp.name, url, next }], peers, options);
      return { title: `${lookUps.title}, beside programs in place of a platform`, rows };
    } finally {
      await stop();
    }
  });

async function compare(comparison: Comparison, place: Place): Promise<Section> {
  const { title, connections, operations, least, goals = {}, aloneMs } = comparison;
  const requests = operations.map(({ name, routeOf }) => ({ name, next: rotateKeys(place.chain, routeOf) }));
  const [first] = requests;
  if (!first) throw new Error(`Nothing to measure: ${title}.`);
  const answer = await readAnswer(place.platformUrl, first.next());
  const withStatements = { ...answer, work: { url: place.databaseUrl, statements: least.statements } };
  const measured = requests.map((request) => ({ ...request, url: place.platformUrl }));
  const { next } = first;
  const rows = await withBareServer(answer, (bareUrl) =>
    withBareServer(withStatements, async (statementUrl) => {
      const as = 'the bare server';
      const peers = [
        { name: 'bare node:http, the same bytes', url: bareUrl, next },
        { name: `bare node:http and ${least.name}`, as, url: statementUrl, next },
      ];
      const rounds: Row[] = [];
      for (const count of connections) {
        const { durationS, processorTime } = place;
        const goal = goals[count];
        const asked = goal === undefined ? {} : { least: { [as]: goal } };
        const options = { connections: count, durationS, processorTime, ...asked };
        const [served, ...others] = await measureInRounds(measured, peers, options);
        if (served) rounds.push({ ...served, ...(count === 1 && aloneMs !== undefined && { budget: aloneMs }) });
        rounds.push(...others);
      }
      return rounds;
    }),
  );
  return { title, rows };
}
