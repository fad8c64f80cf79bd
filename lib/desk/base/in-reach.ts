import 'server-only';
import { and, eq, notExists, type SQL, sql } from 'drizzle-orm';
import { locations } from '#lib/db/schema/locations.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import { isInUse } from './locations.ts';

const isOfLocation = eq(platformStatus.locationId, locations.id);
const isLost = sql`(select 1 from ${platformStatus} where ${and(isOfLocation, eq(platformStatus.connection, 'unreachable'))})`;

/** Selects the ids of the locations whose platform is worth asking. One that is lost is silent for long, and only pinged. */
export const locationsInReach = (): SQL =>
  sql`select ${locations.id} from ${locations} where ${and(isInUse, notExists(isLost))}`;
