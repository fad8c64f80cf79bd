import 'server-only';
import { asc } from 'drizzle-orm';
import type { Env, GymAccess } from '#lib/server/base/env.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { type SealContext, unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';

/** A variable of the environment, and the column of the location that it initialises. */
interface Described {
  variable: keyof GymAccess;
  column: 'apiUrl' | 'sealedApiKey' | 'v1Url' | 'v1GymId' | 'sealedV1Token' | 'exportUrl' | 'sealedExportKey';
  /** The seal context of the column, where it is sealed. */
  field?: SealContext['field'];
}

const described: readonly Described[] = [
  { variable: 'GYM_API_URL', column: 'apiUrl' },
  { variable: 'GYM_API_KEY', column: 'sealedApiKey', field: 'apiKey' },
  { variable: 'GYM_V1_URL', column: 'v1Url' },
  { variable: 'GYM_V1_GYM_ID', column: 'v1GymId' },
  { variable: 'GYM_V1_TOKEN', column: 'sealedV1Token', field: 'v1Token' },
  { variable: 'GYM_EXPORT_URL', column: 'exportUrl' },
  { variable: 'GYM_EXPORT_KEY', column: 'sealedExportKey', field: 'exportKey' },
];

/**
 * The environment configures a location only when it is created. A notice for the operator if the environment now differs from
 * every location, with what to do in either case; null if it matches one.
 */
export async function findEnvironmentDrift(db: Queryable, env: Env): Promise<string | null> {
  const inUse = await db.select().from(locations).where(isInUse).orderBy(asc(locations.createdAt));
  const differing = inUse.map((location) => ({ location, differences: differencesFrom(location, env) }));
  // the environment does not say which location it configures: matching any one is enough
  if (differing.some(({ differences }) => differences.length === 0)) return null;
  const [first] = differing;
  if (!first) return null;
  const names = first.differences.map(({ variable }) => variable).join(', ');
  return (
    `The environment sets ${names}, but the location "${first.location.name}" holds something else, which is used. ` +
    'If that is newer, for example entered in the office, write it into the environment, too. If the environment is right: ' +
    // reads the same settings as the desk, wherever they are: no secret stands in a terminal, log or history
    `npm run -s desk:admin -- set-location --location ${first.location.id} --from-environment`
  );
}

const differencesFrom = (location: Location, env: Env): Described[] =>
  described.filter(({ variable, column, field }) => {
    const wanted = env[variable];
    if (wanted === undefined) return false;
    const kept = location[column];
    if (kept === null || field === undefined) return wanted !== kept;
    return (
      wanted !==
      unseal(
        { secret: env.DESK_SECRET, previousSecret: env.DESK_SECRET_PREVIOUS },
        { sealed: kept, locationId: location.id, field },
      )
    );
  });
