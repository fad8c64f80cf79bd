import 'server-only';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { askForPasskey } from '#lib/server/auth/passkeys/ask-for-passkey.ts';
import { isUsable, readPasskeys } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { findRelyingParty } from '#lib/server/auth/passkeys/relying-party.ts';
import { verifyPasskey } from '#lib/server/auth/passkeys/verify-passkey.ts';
import { forgetAttempt } from '#lib/server/auth/password/attempts.ts';
import { auditSignIn, findHomeLocation } from '#lib/server/auth/session/audit-sign-in.ts';
import { noteAuthentication } from '#lib/server/auth/session/sessions.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type {
  ReauthenticationInput,
  ReauthenticationMeans,
  ReauthenticationOutcome,
} from '#lib/wire/reauthentication.ts';
import type { PasskeyProof } from '#shared/webauthn/messages.ts';
import { type OwnAnswer, takeOwnAttempt, verifyOwnPassword } from './verify-own-password.ts';

/** How the person of this session may prove again who they are. */
export async function beginReauthentication(context: SignedIn): Promise<ReauthenticationMeans> {
  const { desk, staff } = context;
  const passkeys = (await readPasskeys(desk.db, staff.id)).filter((passkey) => isUsable(desk, passkey));
  const isPossible = passkeys.length > 0 && (await findRelyingParty(desk)) !== null;
  return {
    hasPassword: staff.passwordHash !== null,
    passkey: isPossible ? await askForPasskey(desk, { purpose: purposeOf(context), passkeys }) : null,
  };
}

const purposeOf = ({ session }: SignedIn) => ({ kind: 'reauthenticate', of: session.id }) as const;

/** Proves again who sits at this session, for the next minutes. */
export async function reauthenticate(
  context: SignedIn,
  input: ReauthenticationInput,
): Promise<ReauthenticationOutcome> {
  const means = 'password' in input ? 'password' : 'passkey';
  const answer =
    'password' in input ? await verifyOwnPassword(context, input.password) : await verifyOwn(context, input);
  if (answer !== 'right') return { kind: answer };
  const clientAddress = await readClientAddress();
  await context.desk.db.transaction(async (tx) => {
    await noteAuthentication(tx, context.desk, context.session.id);
    const { desk, staff } = context;
    const locationId = await findHomeLocation(tx, { staffId: staff.id });
    const entry = { locationId, staffId: staff.id, reason: means, clientAddress };
    await writeAudit(tx, desk, { ...entry, action: 'reauthenticate' });
  });
  return { kind: 'confirmed' };
}

async function verifyOwn(context: SignedIn, { passkey }: { passkey: PasskeyProof }): Promise<OwnAnswer> {
  const { desk, staff } = context;
  const clientAddress = await readClientAddress();
  const browser = { deviceId: null, clientAddress };
  const attempt = await takeOwnAttempt(context, { means: 'passkey', clientAddress });
  if (!attempt) return 'tooManyAttempts';
  const used = await verifyPasskey(desk, { proof: passkey, purpose: purposeOf(context), clientAddress });
  if (used?.staff.id === staff.id) {
    await forgetAttempt(desk, attempt);
    return 'right';
  }
  await auditSignIn(desk.db, desk, { action: 'signInFailed', staffId: staff.id, means: 'passkey', browser });
  return 'wrong';
}
