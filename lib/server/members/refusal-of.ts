import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findAccountByEmail, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, type Rejected } from '#lib/server/gym-api/errors.ts';
import { type FieldProblems, type OtherMember, type ProfileValues, tanField } from '#lib/wire/members.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { formFieldAt } from './account-request.ts';

/**
 * What the platform has against the values of an edit, at the fields it is about. Null for every other problem.
 * @param changes what the edit was about to change
 */
export async function refusalOf(
  { desk, actor: { location } }: LocationContext,
  { problem, changes }: { problem: ApiProblem; changes: Partial<ProfileValues> },
): Promise<FieldProblems | null> {
  const isGuessed = problem.kind === 'status' && problem.status === 429 && problem.entity === 'TAN';
  if (isGuessed) return { [tanField]: { code: 'tanTriedTooOften' } };
  const failure = classifyFailure(problem);
  // of what an edit says, an address is what a platform forbids
  const isForbidden = failure.kind === 'rejected' && failure.errorCode === 'forbiddenAction';
  if (isForbidden && changes.email) return { email: { code: 'emailBlocked' } };
  if (failure.kind === 'missing') return failure.entity === 'TAN' ? { [tanField]: { code: 'tanUnknown' } } : null;
  if (failure.kind !== 'rejected') return null;
  return failure.status === 400 ? atFields(failure) : conflictOf(desk, location, failure, changes);
}

function atFields({ fieldErrors }: Rejected): FieldProblems | null {
  const problems: FieldProblems = {};
  for (const [path, sentence] of Object.entries(fieldErrors)) {
    const field = formFieldAt(path);
    if (field) problems[field] = { code: 'notAccepted', sentence };
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

async function conflictOf(
  desk: DeskContext,
  location: Location,
  { errorCode, metadata }: Rejected,
  changes: Partial<ProfileValues>,
): Promise<FieldProblems | null> {
  const named = async (): Promise<OtherMember | null> =>
    metadata.accountId ? findOther(desk, location, metadata.accountId) : null;
  const ofEmail = async () =>
    (await named()) ?? (changes.email ? findOtherByEmail(desk, location, changes.email) : null);
  switch (errorCode) {
    case 'userEmailConflict':
      return { email: { code: 'emailTaken', other: await ofEmail() } };
    case 'userEmailUsedByAnotherAccountConflict':
      return { email: { code: 'emailTakenElsewhere' } };
    case 'membershipExists':
      return changes['membership.membershipId'] || !changes.email
        ? { 'membership.membershipId': { code: 'membershipIdTaken', other: await named() } }
        : { email: { code: 'emailTaken', other: await ofEmail() } };
    case 'tanAssociatedWithAnotherAccount':
      return { [tanField]: { code: 'tanTaken', other: await named() } };
    default:
      return null;
  }
}

/** Who it is that has an id: from the directory, else from the platform. Null where neither says. */
async function findOther(desk: DeskContext, location: Location, accountId: string): Promise<OtherMember | null> {
  const known = await findInDirectory(desk.db, {
    locationId: location.id,
    key: { kind: 'accountId', value: accountId },
  });
  if (known) return { accountId, displayName: displayNameOf(known) };
  const answer = await readAccount(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  return answer.ok ? { accountId, displayName: displayNameOf(memberOf(answer.value)) } : null;
}

/** Who has an e-mail address in this chain, where the platform says no more than that somebody has. */
async function findOtherByEmail(desk: DeskContext, location: Location, email: string): Promise<OtherMember | null> {
  const answer = await findAccountByEmail(desk.gymClientOf(location), { email, urgency: 'interactive' });
  if (!answer.ok) return null;
  const member = memberOf(answer.value);
  return { accountId: member.accountId, displayName: displayNameOf(member) };
}
