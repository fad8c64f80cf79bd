import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { summarise } from '#lib/desk/directory/member.ts';
import { recallMember } from '#lib/desk/lookup/find-member.ts';
import { parsedScanOf } from '#lib/desk/lookup/lookup-key.ts';
import { identify } from '#lib/scan/identify.ts';
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
