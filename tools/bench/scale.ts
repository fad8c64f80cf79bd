import { drive, warmUpS } from './load.ts';
import { comparisonsOf, type Place } from './platform-comparisons.ts';
import { withPlatformOf } from './platform-of-members.ts';
import { rotateKeys } from './requests.ts';
import { loadRow, type Row, type Section } from './row.ts';

const memberCounts = [1_000, 10_000, 100_000, 1_000_000];
const connectionCounts = [1, 10, 50, 100, 200];
/** While the members grow. */
const connections = 10;
/** While the connections grow. */
const members = 100_000;

/** What a request costs the processor, as there are more members, and as more are asked at once. */
export async function measureScale(durationS: number): Promise<Section[]> {
  const byMembers: Row[] = [];
  const byConnections: Row[] = [];
  for (const size of memberCounts) {
    await withPlatformOf(size, durationS, async (place) => {
      const comparisons = await comparisonsOf(place);
      for (const [operation] of comparisons.map(({ operations }) => operations)) {
        if (!operation) continue;
        const { row, program, database } = await measureCost(place, { ...operation, connections });
        const name = operation.name.replace(/page 1$/, 'first page').replace(/page \d{2,}$/, 'last page');
        byMembers.push({ ...row, name, size, value: { amount: program + database, unit: 'µs' } });
      }
      const [lookUp] = comparisons[0]?.operations ?? [];
      if (size !== members || !lookUp) return;
      for (const count of connectionCounts) {
        const { row, program, database } = await measureCost(place, { ...lookUp, connections: count });
        byConnections.push(
          { ...row, name: 'the platform', size: count, value: { amount: program, unit: 'µs' } },
          { name: 'PostgreSQL', size: count, value: { amount: database, unit: 'µs' }, samples: row.samples },
        );
      }
    });
  }
  return [
    {
      title: `Processor time of a request to the platform, by the number of members; ${connections} connections`,
      rows: sortByName(byMembers),
    },
    {
      title: `Processor time of a look-up by RFID, by the number of connections; ${members.toLocaleString('en')} members`,
      rows: sortByName(byConnections),
    },
  ];
}

/** The rows of each name together, the names in the order in which they were measured first. */
const sortByName = (rows: readonly Row[]): Row[] => [...Map.groupBy(rows, ({ name }) => name).values()].flat();

interface Asked {
  name: string;
  routeOf: Parameters<typeof rotateKeys>[1];
  connections: number;
}

/** @returns microseconds for each request */
async function measureCost(place: Place, { name, routeOf, connections }: Asked) {
  const load = { url: place.platformUrl, next: rotateKeys(place.chain, routeOf), connections };
  await drive({ ...load, durationS: warmUpS });
  const before = place.processorTime();
  const answered = await drive({ ...load, durationS: place.durationS });
  const after = place.processorTime();
  const perRequest = (of: 'program' | 'database') => (after[of] - before[of]) / answered.samplesMs.length;
  const row = loadRow(name, connections, answered);
  return { row, program: perRequest('program'), database: perRequest('database') };
}
