import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import { setCookie } from '#platform/http/console/shell/cookies.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { receiveForm, requireSameOrigin, setPageHeaders } from '#platform/http/console/shell/guards.ts';
import { isLanguage, languageCookie, languageKeptS, languageOf } from '#platform/http/console/shell/language.ts';
import { requireLocalClient } from '#platform/http/require-local-client.ts';
import type { TrainingContext } from '#platform/http/sandbox/invent-training.ts';
import { toEntry, toWholeEntry } from '#platform/http/sandbox/log/entry.ts';
import { attemptQuery, requestQuery, shownQuery } from '#platform/http/sandbox/log/filters.ts';
import type { LogOptions } from '#platform/http/sandbox/log/routes.ts';
import { parseStrict } from '#platform/http/sandbox/parse-strict.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { listAttempts } from '#platform/services/sandbox-log/attempts.ts';
import { findRequest, listRequests } from '#platform/services/sandbox-log/list-requests.ts';
import { sendAttemptAgain } from '#platform/services/sandbox-log/send-attempt-again.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { assetRoutes } from './assets.ts';
import { renderAttempts } from './deliveries-page.ts';
import { faultPages } from './fault-routes.ts';
import { gymPages } from './gym-pages.ts';
import { phonePages } from './phone-routes.ts';
import { renderRequest } from './request-page.ts';
import { renderFilter, renderRequests } from './requests-page.ts';
import { resetPages } from './reset-routes.ts';
import { formatOf, renderLive, renderPageLinks, showPage, wordsOf } from './shell.ts';
import { timePages } from './time-routes.ts';

const rowsOnPage = '50';
const deliveriesPath = '/sandbox/pages/deliveries';

/** The query of a page. A field of its form that was left empty is absent. */
const queryOf = (c: Context<ConsoleEnv>): URLSearchParams =>
  new URLSearchParams(Object.entries(c.req.query()).filter(([name, value]) => value !== '' && name !== 'done'));

const placeOf = (c: Context<ConsoleEnv>, query: URLSearchParams) => `${c.req.path}${query.size > 0 ? `?${query}` : ''}`;

/** Where the next page begins, if this one is full. */
const nextOf = (rows: readonly { number: number }[]): number | undefined =>
  rows.length < Number(rowsOnPage) ? undefined : rows.at(-1)?.number;

interface SandboxPageOptions extends LogOptions, TrainingContext {
  sandbox: Sandbox;
}

/** The pages of the sandbox, for people on its own machine: what happens in it, live. */
export function sandboxPages(options: SandboxPageOptions): Hono<ConsoleEnv> {
  const pages = new Hono<ConsoleEnv>();
  pages.use('/sandbox/assets/*', requireLocalClient);
  pages.route('/', assetRoutes());
  for (const path of ['/sandbox', '/sandbox/pages/*']) {
    pages.use(path, requireLocalClient, setPageHeaders, requireSameOrigin([]), receiveForm, async (c, next) => {
      c.set('language', languageOf(c));
      await next();
    });
  }
  pages.route('/', faultPages(options.sandbox));
  pages.route('/', gymPages(options));
  pages.route('/', resetPages(options));
  pages.route('/', timePages(options));
  pages.route('/', phonePages(options));
  return pages
    .get('/sandbox', async (c) => {
      const [words, query] = [wordsOf(c), queryOf(c)];
      const filter = readFilter(query);
      const intro = html`<p>${words.requestsText}</p>${renderFilter(words, query, 'mistakes' in filter)}`;
      if ('mistakes' in filter) {
        const said = html`<p class="mistake" role="alert">${words.invalidFilter} ${filter.mistakes}</p>`;
        return showPage(c, { title: words.requests, body: html`${intro}${said}`, status: 422 });
      }
      const rows = await listRequests(options, filter.filter);
      const list = renderRequests(words, { entries: rows.map((row) => toEntry(row)), format: formatOf(c) });
      const links = renderPageLinks(words, { path: '/sandbox', query, next: nextOf(rows) });
      return showPage(c, {
        title: words.requests,
        body: html`${intro}${renderLive(words, placeOf(c, query), html`${list}${links}`)}`,
      });
    })
    .get('/sandbox/pages/requests/:requestId', async (c) => {
      const requestId = c.req.param('requestId');
      const { personal } = parseStrict(shownQuery, c.req.query());
      const row = isUuid(requestId) ? await findRequest(options, requestId) : undefined;
      if (!row) throw notFound('UNKNOWN');
      const words = wordsOf(c);
      return showPage(c, {
        title: words.requestTitle(row.operation ?? words.unknownPath),
        body: renderRequest(words, toWholeEntry(row, personal === 'shown'), formatOf(c)),
      });
    })
    .get(deliveriesPath, async (c) => {
      const [words, query] = [wordsOf(c), queryOf(c)];
      const attempts = await listAttempts(
        options.db,
        parseStrict(attemptQuery, { limit: rowsOnPage, ...Object.fromEntries(query) }),
      );
      const list = renderAttempts(c.get('language'), { attempts, format: formatOf(c) });
      const links = renderPageLinks(words, { path: deliveriesPath, query, next: nextOf(attempts) });
      const done = c.req.query('done');
      return showPage(c, {
        title: words.webhooks,
        notice: done === undefined ? undefined : done === 'sent' ? words.sentAgain : words.notSentAgain,
        body: html`<p>${words.webhooksText}</p>${renderLive(words, placeOf(c, query), html`${list}${links}`)}`,
      });
    })
    .post(`${deliveriesPath}/:deliveryId/again`, async (c) => {
      const deliveryId = c.req.param('deliveryId');
      const attempt = Number((await readForm(c)).text('attempt'));
      if (!isUuid(deliveryId) || !Number.isSafeInteger(attempt)) throw notFound('WEBHOOK');
      const outcome = await sendAttemptAgain(options, { deliveryId, attempt }).catch((error: unknown) => {
        // its webhook was deleted meanwhile
        if (error instanceof PlatformError && error.code === 'notFound') return undefined;
        throw error;
      });
      return c.redirect(`${deliveriesPath}?done=${outcome === 'sent' ? 'sent' : 'not'}`, 303);
    })
    .post('/sandbox/pages/language', async (c) => {
      const form = await readForm(c);
      const [language, to] = [form.text('language'), form.text('to')];
      if (isLanguage(language)) setCookie(c, languageCookie, language, languageKeptS, '/sandbox');
      return c.redirect(/^\/sandbox(\/pages\/|\?|$)/.test(to) ? to : '/sandbox', 303);
    });
}

type Filter = Parameters<typeof listRequests>[1];

function readFilter(query: URLSearchParams): { filter: Filter } | { mistakes: string } {
  try {
    return { filter: parseStrict(requestQuery, { limit: rowsOnPage, ...Object.fromEntries(query) }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { mistakes: error.fieldErrors.map(({ name, message }) => `${name}: ${message}`).join(' ') };
  }
}
