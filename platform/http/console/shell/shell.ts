import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { addressOfPasskeyScript, addressOfScript, addressOfStyle, addressOfWebAuthn } from './assets.ts';
import type { ConsoleEnv } from './environment.ts';
import { renderLanguageForm } from './language-form.ts';
import { entryOf, navigation } from './navigation.ts';
import { shellWords } from './shell-words.ts';

export type Markup = ReturnType<typeof html>;

export interface ConsolePage {
  /** Heading and title of the page. */
  title: string;
  body: Markup;
  /** The result of the last action, above the page. */
  notice?: string | undefined;
  status?: ContentfulStatusCode;
  /** For a page with one short form. */
  isNarrow?: boolean;
  /** The address of this page, if it differs from the requested one: after a rejected form. */
  place?: string;
  /** The page cannot be loaded again, such as one that shows a secret: it has no links to other languages. */
  cannotReload?: boolean;
  /** The page has a form of `renderPasskeyForm`. */
  usesPasskeys?: boolean;
}

/**
 * Responds with a page in the layout that all pages share. To add a page, create a folder with `words.ts`
 * (`inBothLanguages`), `page.ts` (components: functions that return `html`) and `routes.ts`: an app with full paths
 * whose handlers end in `showPage` or a redirect. Mount it in `../console/routes.ts` behind `requireOwner`, and add
 * an entry in `navigation.ts`. A handler finds in `c`: `call` (for services, limited to the owner's gym), `owner`,
 * `gym`, `language`; `readForm(c)` reads a posted form. A successful POST redirects with 303; a failed one shows its
 * form again with 422 and the typed values.
 */
export function showPage(c: Context<ConsoleEnv>, page: ConsolePage): Response | Promise<Response> {
  return c.html(renderShell(c, page), page.status ?? 200);
}

function renderShell(c: Context<ConsoleEnv>, page: ConsolePage): Markup {
  const { title, body, notice, isNarrow = false, usesPasskeys = false } = page;
  const language = c.get('language');
  const words = shellWords[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${words.console}</title>
        <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${addressOfStyle}" />
        <script src="${addressOfScript}" defer></script>
        ${usesPasskeys ? [addressOfWebAuthn, addressOfPasskeyScript].map((address) => html`<script src="${address}" defer></script>`) : ''}
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${renderHeader(c, page)}
        <main id="content" class="${isNarrow ? 'narrow' : ''}">
          <h1>${title}</h1>
          ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
          ${body}
        </main>
      </body>
    </html>`;
}

function renderHeader(c: Context<ConsoleEnv>, { place, cannotReload = false }: ConsolePage): Markup {
  const words = shellWords[c.get('language')];
  const owner = c.get('owner');
  return html`<header>
    <div class="brand"><b>${words.product}</b> <span>${owner ? c.get('gym').name : words.console}</span></div>
    ${owner ? renderNavigation(c) : ''}
    <div class="session">
      ${c.get('hasSandbox') ? html`<a href="/sandbox">${words.sandbox}</a>` : ''}
      ${cannotReload ? '' : renderLanguages(c, place ?? placeOf(c))}
      ${
        owner
          ? html`<span class="who">${owner.email}</span>
              <form method="post" action="/console/sign-out"><button class="quiet">${words.signOut}</button></form>`
          : ''
      }
    </div>
  </header>`;
}

function renderNavigation(c: Context<ConsoleEnv>): Markup {
  const words = shellWords[c.get('language')];
  const current = entryOf(c.req.path);
  return html`<nav aria-label="${words.pages}">
    <ul>${navigation.map((entry) => html`<li><a href="${entry.path}" ${entry === current ? html`aria-current="page"` : ''}>${words[entry.label]}</a></li>`)}</ul>
  </nav>`;
}

/** The address to load the page again: a POST has no page of its own. */
function placeOf(c: Context<ConsoleEnv>): string {
  if (c.req.method === 'GET') return c.req.path + new URL(c.req.url).search;
  return entryOf(c.req.path)?.path ?? c.req.path;
}

function renderLanguages(c: Context<ConsoleEnv>, place: string): Markup {
  const current = c.get('language');
  return renderLanguageForm({ current, action: '/console/language', label: shellWords[current].language, place });
}
