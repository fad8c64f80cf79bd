import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorBody } from '#contracts/v2/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { pagePolicy } from '#platform/http/console/shell/guards.ts';
import { languageOf } from '#platform/http/console/shell/language.ts';
import { shellWords } from '#platform/http/console/shell/shell-words.ts';
import { isLocal } from '#platform/http/require-local-client.ts';
import { showPage } from './shell.ts';

/** Shows failures below `/sandbox` as a page to people on its own machine. Clients, which ask for no page, get JSON. */
export const showErrorsAsPages = createMiddleware<ConsoleEnv>(async (c, next) => {
  await next();
  const isPageAsked = c.req.header('accept')?.includes('text/html') === true;
  if (c.res.status < 400 || !isPageAsked || !isLocal(c)) return;
  const failure = errorBody.safeParse(
    await c.res
      .clone()
      .json()
      .catch(() => null),
  ).data;
  if (!failure) return; // a page already
  c.set('language', languageOf(c));
  const words = shellWords[c.get('language')];
  const { status } = c.res;
  const title = status === 404 ? words.notFoundTitle : status < 500 ? words.refusedTitle : words.brokenTitle;
  const body = html`<p role="alert" lang="en">${failure.message}</p>
    <ul lang="en">${(failure.fieldErrors ?? []).map(({ name, message }) => html`<li><code>${name}</code>: ${message}</li>`)}</ul>`;
  c.header('Content-Security-Policy', pagePolicy);
  c.res = await showPage(c, { title, body, status: status as ContentfulStatusCode }); // safe because: its JSON was content
});
