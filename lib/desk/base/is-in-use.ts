import 'server-only';
import { isNull } from 'drizzle-orm';
import { locations } from '#lib/db/schema/locations.ts';

/** Holds for locations that people work at. */
export const isInUse = isNull(locations.retiredAt);
