import type { Context } from 'hono';
import type { z } from 'zod';
import type { GivenProof } from '#platform/services/owners/accept-passkey.ts';
import * as shared from '#shared/passkeys/challenge.ts';
import type { PasskeyCreation } from '#shared/passkeys/create-passkey.ts';
import { type RelyingParty, relyingPartyOf } from '#shared/passkeys/relying-party.ts';
import { type NewPasskey, type PasskeyProof, type PasskeyQuestion, passkeyProof } from '#shared/webauthn/messages.ts';
import { deleteCookie, getCookie, listCookies, setCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';
import type { Form } from './form.ts';
import { type SigningWork, signingOf } from './signing.ts';

/** What a challenge of the console is for. */
interface ChallengePurpose extends shared.ChallengePurpose {
  kind: 'addPasskey' | 'signIn' | 'reauthenticate';
}

const ofConsole = (name: string) => `front_desk_console_${name}`;

/** Creates a challenge, which a signed cookie binds to this browser and its purpose. */
function issueChallenge(c: Context<ConsoleEnv>, work: SigningWork, purpose: ChallengePurpose): string {
  const { challenge, cookie } = shared.createChallenge(signingOf(work), purpose);
  const kept = listCookies(c, ofConsole(shared.beginningOfCookies(purpose)));
  for (const name of shared.crowdedCookies(kept)) deleteCookie(c, name);
  setCookie(c, ofConsole(cookie.name), cookie.value, shared.challengeMs / 1_000);
  return challenge;
}

/** The relying party of the page that sent this POST. @returns null at an address without passkeys */
const findRelyingParty = (c: Context<ConsoleEnv>, { rules }: SigningWork): RelyingParty | null =>
  relyingPartyOf(rules.publicUrl, c.req.header('origin') ?? null);

interface Asked {
  party: RelyingParty;
  challenge: string;
}

/** Answers with a question for a passkey; 409 at an address without passkeys. */
export async function answerQuestion(
  c: Context<ConsoleEnv>,
  work: SigningWork,
  purpose: ChallengePurpose,
  ask: (asked: Asked) => Promise<PasskeyQuestion | PasskeyCreation>,
): Promise<Response> {
  const party = findRelyingParty(c, work);
  if (!party) return c.body(null, 409);
  return c.json(await ask({ party, challenge: issueChallenge(c, work, purpose) }));
}

/** What an answer is checked against: the challenge that this browser was given, and the page that sends the answer. */
export function readAsked(
  c: Context<ConsoleEnv>,
  work: SigningWork,
  { purpose, answer }: { purpose: ChallengePurpose; answer: PasskeyProof | NewPasskey | null },
): Pick<GivenProof, 'challenge' | 'party'> {
  const name = shared.cookieOfAnswer(purpose, answer);
  const cookie = name === null ? undefined : getCookie(c, ofConsole(name));
  return { challenge: shared.readChallenge(signingOf(work), purpose, cookie), party: findRelyingParty(c, work) };
}

/** The answer of a browser to the question for a passkey, from a form of `renderPasskeyForm`. */
export function readProof(
  c: Context<ConsoleEnv>,
  work: SigningWork,
  purpose: ChallengePurpose,
  form: Form,
): GivenProof {
  const proof = readAnswer(form, passkeyProof);
  return { ...readAsked(c, work, { purpose, answer: proof }), proof };
}

/** The answer of an authenticator, which a script has written into the form. @returns null if it is none */
export function readAnswer<Schema extends z.ZodType>(form: Form, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(form.text('answer'))).data ?? null;
  } catch {
    return null;
  }
}
