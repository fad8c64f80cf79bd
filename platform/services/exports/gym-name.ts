import { notFound } from '#platform/base/errors.ts';
import type { ChainDatabase } from '#platform/db/client.ts';

const findName = { name: 'find_gym_name', text: 'SELECT name FROM gyms WHERE gym_id = $1' };

/** The gym's name as exports show it. */
export async function requireGymName(db: ChainDatabase, gymId: string): Promise<{ name: string }> {
  const [gym] = await db.find<{ name: string }>(findName, [gymId]);
  if (!gym) throw notFound('GYM_LOCATION');
  return gym;
}
