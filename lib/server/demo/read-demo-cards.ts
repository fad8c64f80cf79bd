import 'server-only';
import { and, asc, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';

/** The demo's cards, for the sign-in page; none outside a demo. */
export async function readDemoCards(db: Queryable): Promise<DemoCard[]> {
  const [location] = await db
    .select({ cards: locations.demoCards })
    .from(locations)
    .where(and(isInUse, sql`jsonb_array_length(${locations.demoCards}) > 0`))
    .orderBy(asc(locations.createdAt))
    .limit(1);
  return location?.cards ?? [];
}
