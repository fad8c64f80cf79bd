import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { troubleOf } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import { markRefused, memberColumns, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { profileOf, rememberedProfile } from './profile-of.ts';

/** The profile of a member from the platform, or from the directory while the platform cannot be asked. */
export async function readProfile(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<ProfileAnswer> {
  if (!accountIdInput.safeParse(accountId).success) return { kind: 'gone' };
  const answer = await readAccount(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  const { askedAt } = answer;
  if (answer.ok && answer.value.membership) {
    const member = memberOf(answer.value, location);
    // false where the member was forgotten while the request was in flight
    const isStored = await upsertMember(desk.db, { locationId: location.id, member, askedAt });
    return isStored ? { kind: 'current', profile: profileOf(answer.value, location) } : { kind: 'gone' };
  }
  const failure = answer.ok ? null : classifyFailure(answer.problem);
  const refuse = () => markRefused(desk.db, { locationId: location.id, accountId, card: null, askedAt });
  switch (failure?.kind) {
    case undefined:
    case 'missing':
      await markAbsentByName(desk.db, { locationId: location.id, accountId, askedAt });
      return { kind: 'gone' };
    case 'rejected':
    case 'admissionRefused':
      await refuse();
      // 400: not a valid id, so there is no such member; any other rejection does not show whether the member exists
      if (failure.kind === 'rejected' && failure.status === 400) return { kind: 'gone' };
      return recallProfile(desk.db, location.id, accountId, troubleOf(failure));
    case 'unavailable':
      if (failure.because === 'unreadable') await refuse();
      return recallProfile(desk.db, location.id, accountId, troubleOf(failure));
  }
}

async function recallProfile(
  db: Queryable,
  locationId: string,
  accountId: string,
  because: PlatformTrouble,
): Promise<ProfileAnswer> {
  const [known] = await db
    .select({ ...memberColumns, syncedAt: members.syncedAt })
    .from(members)
    .where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
  if (!known) return { kind: 'unavailable', because };
  const { syncedAt, ...member } = known;
  return { kind: 'remembered', because, profile: rememberedProfile(member), confirmedAt: syncedAt.toISOString() };
}
