import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { addressOfScript } from './assets.ts';
import { style } from './style.ts';

export type Markup = ReturnType<typeof html> | '';

/** Every page of the reference, with its path. */
const referencePages = [
  { address: '/reference', title: 'All interfaces' },
  { address: '/reference/v2', title: 'Version 2' },
  { address: '/reference/v1', title: 'Version 1' },
  { address: '/reference/export', title: 'Data export' },
] as const;
export type ReferenceAddress = (typeof referencePages)[number]['address'];

/** A page that loads only the typeface, and a script for comfort. */
export function renderPage(page: {
  address: ReferenceAddress;
  title: string;
  /** Whether there is a sandbox to link to. */
  hasSandbox: boolean;
  contents?: Markup;
  /** What the page loads besides. */
  head?: Markup;
  main: Markup;
}): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <style>${raw(style)}</style>
        ${page.head ?? html`<script src="${addressOfScript}" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <nav aria-label="Interfaces">
            ${referencePages.map(({ address, title }) => html`<a href="${address}" ${raw(address === page.address ? 'aria-current="page"' : '')}>${title}</a>`)}
            ${page.hasSandbox ? html`<a href="/sandbox">Sandbox</a>` : ''}
          </nav>
        </header>
        <div class="${page.contents ? 'layout' : 'alone'}">
          ${page.contents ? html`<nav class="contents" aria-label="Contents">${page.contents}</nav>` : ''}
          <main id="main" tabindex="-1">
            <h1>${page.title}</h1>
            ${page.main}
          </main>
        </div>
      </body>
    </html>`;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** @param besides directives for what a page loads besides, each in addition to the page's own style, scripts and typeface */
export function answerPage(c: Context<PlatformEnv>, page: Markup, besides: { style?: string; rest?: string } = {}) {
  const { style = '', rest = '' } = besides;
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'${style}; script-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'${rest}`;
  c.header('Content-Security-Policy', policy);
  return c.html(page);
}

/** Text with \`code\` in it. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A table with up to three columns; empty if there are no rows. */
export function renderTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): Markup {
  if (rows.length === 0) return '';
  return html`<table class="${columns[0] === 'Status' ? 'statuses' : 'fields'}">
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}
