import 'server-only';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import { readBrowser, readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireOwnLocation } from '#lib/server/auth/own-locations.ts';
import { askForPasskey } from '#lib/server/auth/passkeys/ask-for-passkey.ts';
import type { ChallengePurpose } from '#lib/server/auth/passkeys/challenge.ts';
import { verifyPasskey } from '#lib/server/auth/passkeys/verify-passkey.ts';
import { forgetAttempt, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { auditSignIn } from '#lib/server/auth/session/audit-sign-in.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Staff } from '#lib/server/db/schema/staff.ts';
import type {
  ManagerOverrideInput,
  ManagerOverrideOutcome,
  ManagerProblem,
  ManagerProof,
  ManagerQuestionInput,
} from '#lib/wire/manager-override.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { mostFailures } from '#shared/sign-in/attempts.ts';
import { browserForAnybody } from '#shared/sign-in/known-browser.ts';
import type { PasskeyProof, PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { admitAnyway } from './admit-anyway.ts';
import { findRefusal } from './find-refusal.ts';
import { checkIn } from './look-up.ts';

const purposeOf = (
  { actor }: StaffContext,
  { tapId, accountId, decision }: ManagerQuestionInput,
): ChallengePurpose => ({
  kind: 'callManager',
  of: `${actor.location.id}/${tapId}/${decision}/${accountId}`,
});

/** The question for a manager's passkey, for one decision about one member. */
export const askManager = (context: StaffContext, question: ManagerQuestionInput): Promise<PasskeyQuestion> =>
  askForPasskey(context.desk, { purpose: purposeOf(context, question) });

/**
 * Carries out what a manager decided at the screen of somebody else. Their badge and PIN, or their passkey, come with the tap and
 * count only for it: no session begins, nothing is left that could be used again, and the PIN is stored nowhere. The audit log
 * has both: who recorded it and who decided.
 * @throws ActionFailure `conflict` where no refusal of the member is known
 */
export async function decideWithManager(
  context: StaffContext,
  { decision, proof, ...tap }: ManagerOverrideInput,
): Promise<ManagerOverrideOutcome> {
  const { desk, actor } = context;
  if (tap.staffId !== undefined && tap.staffId !== actor.staffId) {
    throw new ActionFailure('notAllowed', 'Another person has called the manager.');
  }
  const place = { locationId: actor.location.id, accountId: tap.accountId };
  if (decision === 'admitAnyway' && (await findRefusal(desk.db, { ...place, now: desk.clock() })) === null) {
    throw new ActionFailure('conflict', 'This member was not refused.');
  }
  const manager = await verifyManager(context, { ...tap, decision, proof });
  if (typeof manager === 'string') return { kind: manager };
  const approved = { desk, actor: { ...actor, approval: { by: manager.id, reason: tap.reason } } };
  const verdict = decision === 'checkIn' ? await checkIn(approved, tap) : await admitAnyway(approved, tap);
  return { kind: 'decided', verdict };
}

interface Given extends ManagerQuestionInput {
  proof: ManagerProof;
}

async function verifyManager(context: StaffContext, { proof, ...question }: Given): Promise<Staff | ManagerProblem> {
  const { desk, actor } = context;
  const locationId = actor.location.id;
  const person =
    'passkey' in proof
      ? await verifyByPasskey(context, { ...question, ...proof })
      : await verifyByBadge(context, proof);
  if (typeof person === 'string') return person;
  if (isAllowed(person.role, 'overrideAdmission')) return person;
  const clientAddress = await readClientAddress();
  const entry = { locationId, staffId: person.id, reason: 'overrideAdmission', clientAddress };
  await writeAudit(desk.db, desk, { ...entry, action: 'refusePermission' });
  return 'notManager';
}

async function verifyByBadge(
  { desk, actor }: StaffContext,
  badge: Exclude<ManagerProof, { passkey: unknown }>,
): Promise<Staff | ManagerProblem> {
  const browser = browserForAnybody(await readBrowser(desk));
  const answer = await signInByBadge(desk, { ...badge, locationId: actor.location.id, browser });
  switch (answer.kind) {
    case 'signedIn':
      return answer.staff;
    case 'tooManyAttempts':
    case 'locked':
    case 'unknownBrowser':
    case 'weakPin':
    case 'busy':
      return answer.kind;
    case 'wrong':
    case 'unsafePassword':
    case 'passkeyNeeded':
      return 'wrong';
  }
}

async function verifyByPasskey(
  context: StaffContext,
  { passkey, ...question }: ManagerQuestionInput & { passkey: PasskeyProof },
): Promise<Staff | ManagerProblem> {
  const { desk, actor } = context;
  const clientAddress = await readClientAddress();
  const attempt = await takeAttempt(desk, [{ whom: `manager-at/${actor.staffId}`, most: mostFailures }]);
  if (!attempt) return 'tooManyAttempts';
  const used = await verifyPasskey(desk, { proof: passkey, purpose: purposeOf(context, question), clientAddress });
  const worksHere = used && (await worksAt(context, used.staff.id));
  if (used && worksHere) {
    await forgetAttempt(desk, attempt);
    return used.staff;
  }
  const browser = { deviceId: null, clientAddress };
  const failed = { action: 'signInFailed', staffId: used?.staff.id ?? null, means: 'passkey', browser } as const;
  await auditSignIn(desk.db, desk, { ...failed, locationId: actor.location.id });
  return 'wrong';
}

async function worksAt({ desk, actor }: StaffContext, staffId: string): Promise<boolean> {
  try {
    await requireOwnLocation(desk.db, { staffId, locationId: actor.location.id, now: desk.clock() });
    return true;
  } catch (error) {
    if (error instanceof ActionFailure) return false;
    throw error;
  }
}
