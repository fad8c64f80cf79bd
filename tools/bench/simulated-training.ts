import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createGym } from '#platform/services/new-gyms/create.ts';
import { simulateTraining } from '#platform/simulator/simulate-training.ts';
import { withOwnPlatform } from './own-cluster.ts';
import type { Section } from './row.ts';

const members = 2_000;
const days = 730;
const events = 50_000;

/** Two years of training of a gym, generated and written as `platform:admin simulate-training` does. */
export async function measureSimulatedTraining(): Promise<Section> {
  return withOwnPlatform(async ({ url }) => {
    const database = openOperatorDatabase({ url });
    const tools = { database, clock: systemClock, ids: randomIds };
    try {
      const { gymId } = await database.transaction((sql) =>
        createGym({ sql, clock: systemClock, ids: randomIds }, { name: 'Bench', timeZone: 'Europe/Berlin' }),
      );
      const simulated = await simulateTraining(tools, { gymId, members, days, seed: 1 });
      const [samples, seconds] = [simulated.written, simulated.seconds];
      return {
        title: `Training of ${members.toLocaleString('en')} members in two years, invented and written by COPY`,
        rows: [
          { name: 'events', value: { amount: samples / seconds, unit: 'a second' }, samples },
          {
            name: `${events.toLocaleString('en')} events`,
            value: { amount: (seconds * events) / samples, unit: 's' },
            budget: 1,
            samples,
          },
        ],
      };
    } finally {
      await database.close();
    }
  });
}
