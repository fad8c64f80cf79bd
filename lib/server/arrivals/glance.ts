import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { summarise } from '#lib/server/directory/member.ts';
import { recallMember } from '#lib/server/lookup/find-member.ts';
import { parsedScanOf } from '#lib/server/lookup/lookup-key.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { GlanceInput } from '#lib/wire/taps.ts';
import type { Glance } from '#lib/wire/verdict.ts';

/**
 * Whom a scan is probably of, by the desk's own directory: for the screen, while the platform is asked. It decides,
 * records and tells nothing.
 */
export async function glance(db: Queryable, location: Location, input: GlanceInput): Promise<Glance | null> {
  const parsed = parsedScanOf(identify(input.value, input.source, location.readerProfile), input.value);
  if (!parsed.card) return null;
  const member = await recallMember(db, location.id, parsed.card);
  return member && { member: summarise(location.id, member) };
}
