import { eq } from 'drizzle-orm';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import type { Call } from '#platform/services/call.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

export interface EventContext {
  sandbox: Sandbox;
  db: PlatformDatabase;
  clock: Clock;
}

/**
 * A call that a sandbox makes in the place of a gym.
 * @throws 404 for a gym that does not exist
 */
export async function callOfGym({ sandbox, db, clock }: EventContext, ofGym: string): Promise<Call> {
  const [gym] = await sandbox.database.transaction((sql) => sql.select().from(gyms).where(eq(gyms.gymId, ofGym)));
  if (!gym) throw notFound('GYM_LOCATION');
  const { chainId, gymId } = gym; // as the database has it: an id may be sent in capitals
  const gymClock = clockOfGym(sandbox, gymId, clock);
  return { db: db.chain(chainId), chainId, gymId, seesUnmigrated: false, clock: gymClock, ids: sandbox.ids };
}
