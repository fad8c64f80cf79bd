import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { deleteAccount, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import type { RemoveInput, RemoveOutcome } from '#lib/wire/members.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import { findOtherGyms, forgetAtOtherGyms } from './forget-at-other-gyms.ts';
import { forgetWithEntry } from './forget-member.ts';
import { readScans } from './scans-of-member.ts';

/**
 * Ends a membership or erases a person at the platform. The desk then forgets the member and writes the audit log with their
 * pseudonym, in one transaction. A member whom the platform does not know any more counts as removed. An erased person is then
 * forgotten at the other gyms of this desk, too, where their platforms do not know them any more, and at retired gyms of the chain.
 * @throws ActionFailure one of `platformTroubles`: nothing is forgotten, and the same request may be retried
 */
export async function removeMember(context: ActorContext, input: RemoveInput): Promise<RemoveOutcome> {
  const { desk, actor } = context;
  const { accountId, how } = input;
  const member = { locationId: actor.location.id, accountId };
  // before the platform is told: its webhook may forget them at each of these gyms at once
  const others = how === 'erase' ? await findOtherGyms(desk.db, member) : [];
  const outcome = await withMemberLease(desk, member, () => removeUnderLease(context, input));
  if (how === 'erase' && outcome.kind === 'removed') await forgetAtOtherGyms(context, { accountId, others });
  return outcome;
}

async function removeUnderLease(
  { desk, actor: { location, staffId } }: ActorContext,
  input: RemoveInput,
): Promise<RemoveOutcome> {
  const { accountId, how } = input;
  const gym = desk.gymClientOf(location);
  const member = { locationId: location.id, accountId };
  if (how === 'erase') {
    const found = await readAccount(gym, { accountId, urgency: 'interactive' });
    if (!found.ok) refuseUnlessGone(found.problem);
    else if (!isSameName(input.typedName, displayNameOf(memberOf(found.value)))) return { kind: 'nameDiffers' };
  }
  const erasure = how === 'erase' ? { scans: await readScans(desk.db, member) } : undefined;
  const answer = await deleteAccount(gym, { accountId, erase: how === 'erase' });
  if (!answer.ok) await refuseUnlessRemoved(gym, accountId, answer.problem);

  await forgetWithEntry(desk, { ...member, staffId, erasure });
  return { kind: 'removed' };
}

/**
 * A request whose answer was lost may have removed the member. The platform is asked at once: at the next attempt its webhook may have
 * forgotten what the erasure needs.
 */
async function refuseUnlessRemoved(gym: GymClient, accountId: string, problem: ApiProblem): Promise<void> {
  if (mayHaveArrived(problem)) {
    const now = await readAccount(gym, { accountId, urgency: 'interactive', isFresh: true });
    if (!now.ok && isMissing(now.problem)) return;
  }
  refuseUnlessGone(problem);
}

const isMissing = (problem: ApiProblem) => classifyFailure(problem).kind === 'missing';

function refuseUnlessGone(problem: ApiProblem): void {
  if (!isMissing(problem)) throw failureOf(problem);
}

/** Compares names without accents, case and spacing: the typed name only has to confirm that the right person is meant. */
const isSameName = (typed: string, name: string) => searchWords(typed).join(' ') === searchWords(name).join(' ');
