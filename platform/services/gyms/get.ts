import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';

export interface GymFacts {
  name: string;
  timeZone: string;
  isInCorporateNetwork: boolean;
  takesPartInPlus1: boolean;
}

const gymById: NamedStatement = {
  name: 'gym_by_id',
  text: `SELECT name, time_zone AS "timeZone", is_in_corporate_network AS "isInCorporateNetwork",
      takes_part_in_plus1 AS "takesPartInPlus1"
    FROM gyms WHERE chain_id = $1 AND gym_id = $2`,
};

/** The calling gym. */
export async function getGym({ db, chainId, gymId }: Call): Promise<GymFacts> {
  const [gym] = await db.find<GymFacts>(gymById, [chainId, gymId]);
  if (!gym) throw notFound('GYM_LOCATION');
  return gym;
}
