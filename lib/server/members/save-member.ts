import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { refuseErased } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { patchAccount, readAccount, replaceAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem, GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import {
  type EditInput,
  type EditOutcome,
  type FormField,
  type ProfileValues,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';
import { mergeEdits } from '#lib/wire/merge-edits.ts';
import { type AccountRequest, nest, requestFor } from './account-request.ts';
import { profileOf, unreadDaysOf } from './profile-of.ts';
import { refusalOf } from './refusal-of.ts';

/**
 * Saves the edit of a member as a three-way merge with the current state at the platform: concurrent changes of other fields are
 * kept, and a conflict is returned where the same field was changed.
 * @throws ActionFailure one of `platformTroubles` where the platform cannot be asked, or its answer was lost
 */
export const saveMember = (context: ActorContext, input: EditInput): Promise<EditOutcome> =>
  withMemberLease(context.desk, { locationId: context.actor.location.id, accountId: input.accountId }, () =>
    saveUnderLease(context, input),
  );

/** Only for {@link saveMember}: without the lease, concurrent edits may overwrite each other. */
export async function saveUnderLease(context: ActorContext, input: EditInput): Promise<EditOutcome> {
  const { desk, actor } = context;
  const gym = desk.gymClientOf(actor.location);
  const { accountId, tan } = input;
  const found = await readAccount(gym, { accountId, urgency: 'interactive', isFresh: true });
  if (!found.ok) return goneOrFail(found.problem);
  if (!found.value.membership) return { kind: 'gone' };

  const before = profileOf(found.value, actor.location);
  const now = before.values;
  const { changes, conflicts } = mergeEdits(input.base, input.values, now);
  if (conflicts.length > 0) return { kind: 'changedMeanwhile', conflicts, now };
  if (Object.keys(changes).length === 0 && tan === '') return { kind: 'saved', profile: before };

  const wanted = requestFor(now, changes, tan, unreadDaysOf(found.value));
  if (!wanted.ok) return { kind: 'invalid', problems: wanted.problems };
  const sendsTan = 'verificationTAN' in (wanted.request.body.membership ?? {});
  const fields = [...profileFields.filter((field) => field in changes), ...(sendsTan ? [tanField] : [])];
  const writtenAt = new Date(desk.clock());
  const written = await write(gym, accountId, wanted.request);
  if (!written.ok) {
    const problems = await refusalOf(context, { problem: written.problem, changes });
    if (problems) return { kind: 'invalid', problems };
    if (isInDoubt(written.problem)) await recordChange(context, { accountId, fields, at: writtenAt });
    return goneOrFail(written.problem);
  }
  const account = written.value ?? (await readBack(gym, found.value, { ...now, ...changes }));
  await recordChange(context, { accountId, fields, at: writtenAt, account });
  return { kind: 'saved', profile: profileOf(account, actor.location) };
}

async function write(
  gym: GymClient,
  accountId: string,
  request: AccountRequest,
): Promise<GymAnswer<MemberAccount | null>> {
  if (request.method === 'put') return replaceAccount(gym, { accountId, account: request.body });
  const answer = await patchAccount(gym, { accountId, change: request.body });
  return answer.ok ? { ok: true, value: null } : answer;
}

/** The member as the platform returns them after a change; the values that were sent, where it does not answer any more. */
async function readBack(gym: GymClient, before: MemberAccount, sent: ProfileValues): Promise<MemberAccount> {
  const answer = await readAccount(gym, {
    accountId: before.accountId,
    urgency: 'interactive',
    isFresh: true,
  });
  if (answer.ok) return answer.value;
  const { membership, ...person } = nest(sent) as Partial<MemberAccount>; // safe because: the platform took these values
  const { corporateFitness } = before.membership ?? {};
  return { ...person, accountId: before.accountId, membership: { ...membership, corporateFitness } };
}

interface Written {
  accountId: string;
  fields: readonly FormField[];
  /** When the change was requested. */
  at: Date;
  /** The platform's answer; absent where it was lost. */
  account?: MemberAccount;
}

/** Writes the audit log with the names of the changed fields, not their values, and stores the platform's answer in the directory. */
async function recordChange(
  { desk, actor: { location, staffId } }: ActorContext,
  { accountId, fields, at, account }: Written,
): Promise<void> {
  const names = fields.join(', ');
  const reason = account ? names : notConfirmed(names);
  await desk.db.transaction(async (tx) => {
    await refuseErased(tx, { locationId: location.id, accountId, since: at });
    // an account without the membership it has just had says too little for the directory
    if (account?.membership) {
      const members = [memberOf(account, location)];
      await upsertMembers(tx, { locationId: location.id, members, askedAt: at, changedFrom: at });
    }
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'editMember', accountId, reason });
    await notifyLive(tx, { locationId: location.id, event: 'members' });
    await notifyLive(tx, { locationId: location.id, event: 'presence' });
  });
}

function goneOrFail(problem: ApiProblem): EditOutcome {
  if (classifyFailure(problem).kind === 'missing') return { kind: 'gone' };
  throw failureOf(problem);
}
