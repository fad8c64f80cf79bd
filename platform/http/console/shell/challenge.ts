import type { Context } from 'hono';
import type { z } from 'zod';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { GivenProof } from '#platform/services/owners/accept-passkey.ts';
import * as shared from '#shared/passkeys/challenge.ts';
import { type RelyingParty, relyingPartyOf } from '#shared/passkeys/relying-party.ts';
import { passkeyProof } from '#shared/webauthn/messages.ts';
import { getCookie, setCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';
import type { Form } from './form.ts';

/** What a challenge of the console is for. */
interface ChallengePurpose extends shared.ChallengePurpose {
  kind: 'addPasskey' | 'signIn' | 'reauthenticate';
}

type Work = Pick<Dependencies, 'clock'>;

const signing = (c: Context<ConsoleEnv>, { clock }: Work) => ({
  secret: c.get('ownerRules').secret,
  clock: () => clock().getTime(),
});

const cookieOf = (purpose: ChallengePurpose) => `front_desk_console_${shared.cookieOfChallenge(purpose)}`;

/** Creates a challenge, which a signed cookie binds to this browser and its purpose. */
export function issueChallenge(c: Context<ConsoleEnv>, work: Work, purpose: ChallengePurpose): string {
  const { challenge, cookie } = shared.createChallenge(signing(c, work), purpose);
  setCookie(c, cookieOf(purpose), cookie, shared.challengeMs / 1_000);
  return challenge;
}

/** The relying party of the page that sent this POST. @returns null at an address without passkeys */
export const findRelyingParty = (c: Context<ConsoleEnv>): RelyingParty | null =>
  relyingPartyOf(c.get('ownerRules').publicUrl, c.req.header('origin') ?? null);

/** What an answer is checked against: the challenge that this browser was given, and the page that sends the answer. */
export const readAsked = (
  c: Context<ConsoleEnv>,
  work: Work,
  purpose: ChallengePurpose,
): Pick<GivenProof, 'challenge' | 'party'> => ({
  challenge: shared.readChallenge(signing(c, work), purpose, getCookie(c, cookieOf(purpose))),
  party: findRelyingParty(c),
});

/** The answer of a browser to the question for a passkey, from a form of `renderPasskeyForm`. */
export const readProof = (c: Context<ConsoleEnv>, work: Work, purpose: ChallengePurpose, form: Form): GivenProof => ({
  ...readAsked(c, work, purpose),
  proof: readAnswer(form, passkeyProof),
});

/** The answer of an authenticator, which a script has written into the form. @returns null if it is none */
export function readAnswer<Schema extends z.ZodType>(form: Form, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(form.text('answer'))).data ?? null;
  } catch {
    return null;
  }
}
