import { type Context, Hono } from 'hono';
import { notFound } from '#platform/base/errors.ts';
import { requireRecent } from '#platform/http/console/reauthentication/require-recent.ts';
import { answerQuestion, readAnswer, readAsked } from '#platform/http/console/shell/challenge.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import { readBrowserName } from '#platform/http/console/shell/known-browser.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  signsIn,
} from '#platform/services/owners/passkeys.ts';
import { findMissingProof } from '#platform/services/owners/reauthenticate.ts';
import type { SignedInOwner } from '#platform/services/owners/sessions.ts';
import { newPasskey } from '#shared/webauthn/messages.ts';
import { creationPath, renderNewPasskey, renderPasskey } from './passkey-pages.ts';
import { accountWords, type Done, type PasskeyMistake } from './words.ts';

/** What the challenge of a new passkey is for. */
export const purposeOf = ({ session }: SignedInOwner) => ({ kind: 'addPasskey', of: session.id }) as const;

const longestName = 60;

/**
 * Adds, renames and removes passkeys of the owner.
 * @param lead back to the page of the account
 */
export function passkeyRoutes(
  work: SignInWork,
  lead: (c: Context<ConsoleEnv>, done: Done) => Response,
): Hono<ConsoleEnv> {
  const recent = requireRecent(work);
  const isRecent = async (c: Context<ConsoleEnv>) => (await findMissingProof(work, ownerOf(c))) === null;
  const showNew = (c: Context<ConsoleEnv>, mistake?: PasskeyMistake) =>
    showPage(c, {
      title: accountWords[c.get('language')].passkeys.addTitle,
      body: renderNewPasskey(c.get('language'), mistake),
      status: mistake ? 422 : 200,
      isNarrow: true,
      usesPasskeys: true,
      place: '/console/account/passkeys/new',
    });
  const note = (c: Context<ConsoleEnv>, done: Done) => {
    work.log.info({ ownerId: ownerOf(c).ownerId, done }, 'an owner changed the passkeys');
    return lead(c, done);
  };

  return new Hono<ConsoleEnv>()
    .post('/console/account/passkeys/new', recent, (c) => c.redirect('/console/account/passkeys/new', 303))
    .get('/console/account/passkeys/new', async (c) =>
      (await isRecent(c)) ? showNew(c) : c.redirect('/console/account', 303),
    )
    .post(creationPath, async (c) => {
      if (!(await isRecent(c))) return c.body(null, 403);
      const owner = ownerOf(c);
      return answerQuestion(c, work, purposeOf(owner), (asked) => beginPasskey(work, owner, asked));
    })
    .post('/console/account/passkeys', async (c) => {
      const passkey = readAnswer(await readForm(c), newPasskey);
      const asked = readAsked(c, work, { purpose: purposeOf(ownerOf(c)), answer: passkey });
      const outcome = await addPasskey(work, ownerOf(c), { ...asked, passkey, browser: readBrowserName(c) });
      return outcome === 'added' ? note(c, 'passkeyAdded') : showNew(c, outcome);
    })
    .get('/console/account/passkeys/:id', (c) => showOne(c, c.req.param('id')))
    .post('/console/account/passkeys/:id/rename', recent, async (c) => {
      const id = c.req.param('id');
      const typed = (await readForm(c)).text('name');
      const name = typed.trim();
      if (name === '' || name.length > longestName) return showOne(c, id, typed);
      if (!(await renamePasskey(work, ownerOf(c), { id, name }))) throw notFound('UNKNOWN');
      return note(c, 'passkeyRenamed');
    })
    .post('/console/account/passkeys/:id/remove', recent, async (c) => {
      const outcome = await removePasskey(work, ownerOf(c), c.req.param('id'));
      if (outcome === 'unknown') throw notFound('UNKNOWN');
      return outcome === 'lastOne' ? lead(c, 'lastPasskey') : note(c, 'passkeyRemoved');
    });

  async function showOne(c: Context<ConsoleEnv>, id: string, refused?: string) {
    const own = await listOwnPasskeys(work, ownerOf(c));
    const passkey = own.find((one) => one.id === id);
    if (!passkey) throw notFound('UNKNOWN');
    const usable = own.filter(signsIn);
    const isLast = usable.length === 1 && usable.includes(passkey);
    const isRefused = refused !== undefined;
    return showPage(c, {
      title: passkey.name,
      body: renderPasskey(c.get('language'), { id, name: refused ?? passkey.name, isRefused, isLast }),
      status: isRefused ? 422 : 200,
      isNarrow: true,
      place: `/console/account/passkeys/${id}`,
    });
  }
}
