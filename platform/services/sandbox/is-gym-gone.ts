import { eq } from 'drizzle-orm';
import { gyms } from '#platform/db/schema/chains.ts';
import type { Sandbox } from './sandbox.ts';

/** Whether a gym was removed. Not known, and so false, while the database does not answer. */
export const isGymGone = ({ database }: Pick<Sandbox, 'database'>, gymId: string): Promise<boolean> =>
  database
    .transaction((sql) => sql.select({ gymId: gyms.gymId }).from(gyms).where(eq(gyms.gymId, gymId)))
    .then(
      (found) => found.length === 0,
      () => false,
    );
