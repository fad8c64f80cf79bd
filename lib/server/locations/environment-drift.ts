import 'server-only';
import { asc } from 'drizzle-orm';
import type { Env } from '#lib/server/base/env.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { type SealContext, unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';

/** A variable of the environment, the column of the location that it initialises, and the option of `set-location` for it. */
interface Described {
  variable:
    | 'GYM_API_URL'
    | 'GYM_API_KEY'
    | 'GYM_V1_URL'
    | 'GYM_V1_GYM_ID'
    | 'GYM_V1_TOKEN'
    | 'GYM_EXPORT_URL'
    | 'GYM_EXPORT_KEY';
  option: string;
  column: 'apiUrl' | 'sealedApiKey' | 'v1Url' | 'v1GymId' | 'sealedV1Token' | 'exportUrl' | 'sealedExportKey';
  /** The seal context of the column, where it is sealed. */
  field?: SealContext['field'];
}

const described: readonly Described[] = [
  { variable: 'GYM_API_URL', option: '--url', column: 'apiUrl' },
  { variable: 'GYM_API_KEY', option: '--key', column: 'sealedApiKey', field: 'apiKey' },
  { variable: 'GYM_V1_URL', option: '--v1-url', column: 'v1Url' },
  { variable: 'GYM_V1_GYM_ID', option: '--v1-gym-id', column: 'v1GymId' },
  { variable: 'GYM_V1_TOKEN', option: '--v1-token', column: 'sealedV1Token', field: 'v1Token' },
  { variable: 'GYM_EXPORT_URL', option: '--export-url', column: 'exportUrl' },
  { variable: 'GYM_EXPORT_KEY', option: '--export-key', column: 'sealedExportKey', field: 'exportKey' },
];

/**
 * The environment configures a location only when it is created. A notice for the operator if the environment now differs from
 * every location, with the command that applies its values; null if it matches one.
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
    `To take it over: ${commandFor(first.location, first.differences)}`
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

/** The shell expands the variables, so that no secret appears in a terminal, log or history. */
function commandFor({ id }: Location, differences: readonly Described[]): string {
  const secrets = differences.filter(({ field }) => field !== undefined);
  const typed = secrets.map(({ variable }) => ` "$${variable}"`).join('');
  const options = differences.map(({ option, variable, field }) => ` ${option} ${field ? '-' : `"$${variable}"`}`);
  const input = secrets.length > 0 ? `printf '%s\\n'${typed} | ` : '';
  return `${input}npm run -s desk:admin -- set-location --location ${id}${options.join('')}`;
}
