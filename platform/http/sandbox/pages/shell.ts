import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { formatSecond } from '#platform/http/console/shell/language.ts';
import { renderLanguageForm } from '#platform/http/console/shell/language-form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { addressesOfScripts, addressOfStyle } from './assets.ts';
import { type SandboxWords, sandboxWords } from './words.ts';

interface SandboxPage {
  /** Heading and title of the page. */
  title: string;
  body: Markup;
  /** The result of the last action, above the page. */
  notice?: string | undefined;
  status?: ContentfulStatusCode;
}

/** The pages in the header, in this order. */
const navigation = [
  { path: '/sandbox', label: 'requests' },
  { path: '/sandbox/pages/deliveries', label: 'webhooks' },
  { path: '/sandbox/pages/faults', label: 'faultsTitle' },
  { path: '/sandbox/pages/clock', label: 'clockTitle' },
  { path: '/sandbox/pages/gyms', label: 'gymsTitle' },
  { path: '/sandbox/pages/phones', label: 'phonesTitle' },
] as const;

export const wordsOf = (c: Context<ConsoleEnv>): SandboxWords => sandboxWords[c.get('language')];

/** The time zone of the machine: whoever reads a page sits at it. */
export const zoneOfMachine = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Date and time to the second, in the time zone of the machine. */
export const formatOf = (c: Context<ConsoleEnv>) => {
  const timeZone = zoneOfMachine();
  return (instant: Date): string => formatSecond(instant, c.get('language'), timeZone);
};

/** Responds with a page in the layout that all pages of the sandbox share. */
export function showPage(c: Context<ConsoleEnv>, page: SandboxPage): Response | Promise<Response> {
  const { title, body, notice, status = 200 } = page;
  const words = wordsOf(c);
  const place = c.req.method === 'GET' ? c.req.path + new URL(c.req.url).search : '/sandbox';
  const ofForm = { action: '/sandbox/pages/language', label: words.language, place };
  return c.html(
    html`<!doctype html>
    <html lang="${c.get('language')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${words.sandbox}</title>
        <link rel="stylesheet" href="${addressOfStyle}" />
        ${addressesOfScripts.map((address) => html`<script src="${address}" defer></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <header>
          <div class="brand"><b>Front Desk</b> <span>${words.sandbox}</span></div>
          <nav aria-label="${words.pages}">
            <ul>${navigation.map(({ path, label }) => html`<li><a href="${path}" ${isWithin(c.req.path, path) ? html`aria-current="page"` : ''}>${words[label]}</a></li>`)}</ul>
          </nav>
          <div class="session">
            ${renderLanguageForm({ current: c.get('language'), ...ofForm })}
            <a href="/reference">${words.reference}</a>
            <a href="/console">${words.console}</a>
          </div>
        </header>
        <main id="content" class="wide">
          <h1>${title}</h1>
          ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
          ${body}
        </main>
      </body>
    </html>`,
    status,
  );
}

const isWithin = (path: string, page: string): boolean =>
  path === page || path.startsWith(page === '/sandbox' ? '/sandbox/pages/requests/' : `${page}/`);

/** A list that loads itself again, with a button that pauses it, or a link where scripts do not run. */
export const renderLive = (words: SandboxWords, place: string, list: Markup): Markup =>
  html`<p class="actions live">
      <a href="${place}" data-refreshes>${words.refresh}</a>
      <button type="button" data-pauses aria-pressed="false" hidden>${words.pause}</button>
    </p>
    <div data-live>${list}</div>`;

/** Links to the newest page of a list and to the next older one, if there are several pages. */
export function renderPageLinks(
  words: SandboxWords,
  { path, query, next }: { path: string; query: URLSearchParams; next: number | undefined },
): Markup | '' {
  const isNewest = !query.has('before');
  if (isNewest && next === undefined) return '';
  const at = (before: number | undefined) => {
    const wanted = new URLSearchParams(query);
    wanted.delete('before');
    if (before !== undefined) wanted.set('before', String(before));
    return `${path}?${wanted}`;
  };
  return html`<nav class="actions" aria-label="${words.pagesOfList}">
    ${isNewest ? '' : html`<a class="button" href="${at(undefined)}">${words.newest}</a>`}
    ${next === undefined ? '' : html`<a class="button" href="${at(next)}">${words.older}</a>`}
  </nav>`;
}
