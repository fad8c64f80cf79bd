import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { summarise } from '#lib/server/directory/member.ts';
import { recallMember } from '#lib/server/lookup/find-member.ts';
import { parsedScanOf } from '#lib/server/lookup/lookup-key.ts';
import type { GlanceAnswer } from '#lib/wire/answers/verdict.ts';
import { identify } from '#lib/wire/reader/identify.ts';
import type { GlanceInput } from '#lib/wire/taps.ts';

/**
 * The probable member of a scan, from the desk's own directory, to show while the platform is asked. Decides and records nothing.
 */
export async function glance(
  { desk, actor: { location } }: LocationContext,
  input: GlanceInput,
): Promise<GlanceAnswer> {
  const parsed = parsedScanOf(identify(input.value, input.source, location.readerProfiles), input.value);
  if (!parsed.card) return { glance: null };
  const member = await recallMember(desk.db, { locationId: location.id, lookupKey: parsed.card });
  return { glance: member && { member: summarise(location.id, member) } };
}
