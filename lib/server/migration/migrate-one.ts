import 'server-only';
import type { z } from 'zod';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { refuseErased } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { findInDirectory, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { migrateMember } from '#lib/server/gym-api/migration.ts';
import type { MigrateOutcome, migrateInput } from '#lib/wire/migration.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { answerOf } from './row-answers.ts';

/**
 * Migrates one member while a person waits for the answer. Idempotent.
 * @throws ActionFailure where the platform could not be asked
 */
export async function migrateOne(
  { desk, actor }: ActorContext,
  { legacyUserId }: z.infer<typeof migrateInput>,
): Promise<MigrateOutcome> {
  const askedAt = new Date(desk.clock());
  const answer = await migrateMember(desk.gymClientOf(actor.location), { legacyUserId, urgency: 'interactive' });
  const rowAnswer = answerOf(answer);
  switch (rowAnswer.kind) {
    case 'done':
      return rowAnswer.account ? rememberMigrated(desk, actor, rowAnswer.account, askedAt) : { kind: 'unnamed' };
    case 'notFound':
      return { kind: 'notFound', because: rowAnswer.problem };
    case 'refused':
      return { kind: 'refused', code: rowAnswer.problem };
    case 'notPermitted':
      return { kind: 'notPermitted' };
    case 'later':
      if (answer.ok) throw new Error('A successful answer was classified as one to retry.');
      throw failureOf(answer.problem);
  }
}

async function rememberMigrated(
  desk: DeskContext,
  { location, staffId }: Actor,
  account: MemberAccount,
  askedAt: Date,
): Promise<MigrateOutcome> {
  const { accountId } = account;
  const member = memberOf(account, location);
  const known = await findInDirectory(desk.db, {
    locationId: location.id,
    key: { kind: 'accountId', value: accountId },
  });
  await desk.db.transaction(async (tx) => {
    await refuseErased(tx, { locationId: location.id, accountId, since: askedAt });
    if (account.membership) await upsertMember(tx, { locationId: location.id, member, askedAt });
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'migrateMember', accountId });
    await notifyLive(tx, { locationId: location.id, event: 'members' });
  });
  return { kind: known ? 'alreadyThere' : 'migrated', accountId, displayName: displayNameOf(member) };
}
