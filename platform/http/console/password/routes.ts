import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { ownerOf } from '#platform/http/console/shell/guards.ts';
import { keepSessionToken } from '#platform/http/console/shell/session-cookie.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { changePassword } from '#platform/services/owners/change-password.ts';
import { renderPassword } from './page.ts';
import { type PasswordMistake, passwordWords } from './words.ts';

function show(c: Context<ConsoleEnv>, mistake?: PasswordMistake) {
  const language = c.get('language');
  const words = passwordWords[language];
  const body = ownerOf(c).hasPassword ? renderPassword(language, mistake) : html`<p>${words.none}</p>`;
  const notice = c.req.query('done') === 'changed' ? words.done : undefined;
  return showPage(c, { title: words.title, body, notice, status: mistake ? 422 : 200, isNarrow: true });
}

/** Changes the owner's password. */
export const passwordRoutes = (dependencies: Dependencies): Hono<ConsoleEnv> =>
  new Hono<ConsoleEnv>()
    .get('/console/password', (c) => show(c))
    .post('/console/password', async (c) => {
      const { text } = await readForm(c);
      const [current, next] = [text('current'), text('next')];
      if (next !== text('again')) return show(c, 'different');
      const work = { ...dependencies, rules: c.get('ownerRules') };
      const answer = await changePassword(work, ownerOf(c), { current, next, gym: c.get('gym').name });
      if (answer.kind !== 'changed') return show(c, answer.kind);
      keepSessionToken(c, answer.token);
      return c.redirect('/console/password?done=changed', 303);
    });
