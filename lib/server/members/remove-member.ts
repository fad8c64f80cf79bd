import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findRetiredGymsOf } from '#lib/server/directory/other-gyms.ts';
import { deleteAccount, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { withMemberLease } from '#lib/server/lease/member-lease.ts';
import type { RemoveInput, RemoveOutcome } from '#lib/wire/members.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import { forgetAtOtherGyms } from './forget-at-other-gyms.ts';
import { forgetWithEntry } from './forget-member.ts';

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
  // before they are forgotten here: the membership tells which gyms are of the chain
  const retired = how === 'erase' ? await findRetiredGymsOf(desk.db, member) : [];
  const outcome = await withMemberLease(desk, member, () => removeUnderLease(context, input));
  if (how === 'erase' && outcome.kind === 'removed') await forgetAtOtherGyms(context, { accountId, retired });
  return outcome;
}

async function removeUnderLease(
  { desk, actor: { location, staffId } }: ActorContext,
  input: RemoveInput,
): Promise<RemoveOutcome> {
  const { accountId } = input;
  const gym = desk.gymClientOf(location);
  if (input.how === 'erase') {
    const found = await readAccount(gym, { accountId, urgency: 'interactive' });
    if (!found.ok) refuseUnlessGone(found.problem);
    else if (!isSameName(input.typedName, displayNameOf(memberOf(found.value)))) return { kind: 'nameDiffers' };
  }
  const answer = await deleteAccount(gym, { accountId, erase: input.how === 'erase' });
  if (!answer.ok) refuseUnlessGone(answer.problem);

  const action = input.how === 'erase' ? 'eraseMember' : 'endMembership';
  await forgetWithEntry(desk, { locationId: location.id, accountId, staffId, action });
  return { kind: 'removed' };
}

function refuseUnlessGone(problem: ApiProblem): void {
  if (classifyFailure(problem).kind !== 'missing') throw failureOf(problem);
}

/** Compares names without accents, case and spacing: the typed name only has to confirm that the right person is meant. */
const isSameName = (typed: string, name: string) => searchWords(typed).join(' ') === searchWords(name).join(' ');
