import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { findAccountByEmail, readAccount } from '#lib/server/gym-api/accounts.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, type Rejected } from '#lib/server/gym-api/errors.ts';
import { type FieldProblems, type OtherMember, type ProfileValues, tanField } from '#lib/wire/members.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { formFieldAt } from './account-request.ts';

/**
 * The platform's refusal of an edit as problems of form fields. Null for problems that concern no field.
 * @param changes the fields of the edit with their new values
 */
export async function refusalOf(
  context: LocationContext,
  { problem, changes }: { problem: ApiProblem; changes: Partial<ProfileValues> },
): Promise<FieldProblems | null> {
  const isThrottled = problem.kind === 'status' && problem.status === 429 && problem.entity === 'TAN';
  if (isThrottled) return { [tanField]: { code: 'tanTriedTooOften' } };
  const failure = classifyFailure(problem);
  // the only value of an edit that platforms forbid is the e-mail address
  const isForbidden = failure.kind === 'rejected' && failure.errorCode === 'forbiddenAction';
  if (isForbidden && changes.email) return { email: { code: 'emailBlocked' } };
  if (failure.kind === 'missing') return failure.entity === 'TAN' ? { [tanField]: { code: 'tanUnknown' } } : null;
  if (failure.kind !== 'rejected') return null;
  return failure.status === 400 ? atFields(failure) : conflictOf(context, failure, changes);
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
  context: LocationContext,
  { errorCode, metadata }: Rejected,
  changes: Partial<ProfileValues>,
): Promise<FieldProblems | null> {
  const named = async (): Promise<OtherMember | null> =>
    metadata.accountId ? findOther(context, metadata.accountId) : null;
  const ofEmail = async () => (await named()) ?? (changes.email ? findOtherByEmail(context, changes.email) : null);
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

/** The member with an account id, from the directory or else from the platform. Null where neither has them. */
async function findOther(
  { desk, actor: { location } }: LocationContext,
  accountId: string,
): Promise<OtherMember | null> {
  const known = await findInDirectory(desk.db, {
    locationId: location.id,
    key: { kind: 'accountId', value: accountId },
  });
  if (known) return { accountId, displayName: displayNameOf(known) };
  const answer = await readAccount(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  return answer.ok ? { accountId, displayName: displayNameOf(memberOf(answer.value)) } : null;
}

/** The member of the chain with an e-mail address, where the platform's refusal does not name them. */
async function findOtherByEmail(
  { desk, actor: { location } }: LocationContext,
  email: string,
): Promise<OtherMember | null> {
  const answer = await findAccountByEmail(desk.gymClientOf(location), { email, urgency: 'interactive' });
  if (!answer.ok) return null;
  const member = memberOf(answer.value);
  return { accountId: member.accountId, displayName: displayNameOf(member) };
}
