import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { troubleOf } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import { memberColumns, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { profileOf, rememberedProfile } from './profile-of.ts';

/** A member as the platform knows them now; as the directory does, where the platform cannot be asked. */
export async function readProfile(
  { desk, actor: { location } }: LocationContext,
  { accountId }: OfMember,
): Promise<ProfileAnswer> {
  if (!accountIdInput.safeParse(accountId).success) return { kind: 'gone' };
  const answer = await readAccount(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  const { askedAt } = answer;
  if (answer.ok && answer.value.membership) {
    const isRemembered = await rememberAccount(desk.db, location.id, answer.value, askedAt);
    return isRemembered ? { kind: 'current', profile: profileOf(answer.value) } : { kind: 'gone' };
  }
  const failure = answer.ok ? null : classifyFailure(answer.problem);
  switch (failure?.kind) {
    case undefined:
    case 'missing':
      await markAbsentByName(desk.db, { locationId: location.id, accountId, askedAt });
      return { kind: 'gone' };
    case 'rejected':
      // what is no id to the platform is nobody's; any other refusal says nothing of whether the member is there
      if (failure.status === 400) return { kind: 'gone' };
      return recallProfile(desk.db, location.id, accountId, troubleOf(failure));
    case 'admissionRefused':
    case 'unavailable':
      return recallProfile(desk.db, location.id, accountId, troubleOf(failure));
  }
}

/** Keeps in the directory what the platform said of a member at a moment, unless the member was forgotten since. */
const rememberAccount = (db: Queryable, locationId: string, account: MemberAccount, at: Date): Promise<boolean> =>
  upsertMember(db, { locationId, member: memberOf(account), askedAt: at });

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
