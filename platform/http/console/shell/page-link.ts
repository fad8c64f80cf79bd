import { html } from 'hono/html';
import type { PagePlace } from '#platform/services/page-place.ts';
import { isUuid } from '#platform/services/uuid.ts';
import type { Markup } from './shell.ts';

/** Where a page begins, as text for a URL. */
export const toPlaceText = ({ createdAt, id }: PagePlace): string => `${createdAt.getTime()}.${id}`;

/** @returns undefined, which is the first page, if the text is absent or malformed */
export function readPlace(text: string | undefined): PagePlace | undefined {
  const [, time, id] = /^(\d{1,14})\.([\w-]+)$/.exec(text ?? '') ?? [];
  return time !== undefined && id !== undefined && isUuid(id) ? { createdAt: new Date(Number(time)), id } : undefined;
}

interface PageLinks {
  path: string;
  /** Whether this is the first page. */
  isNewest: boolean;
  next: PagePlace | undefined;
  words: { newest: string; older: string; pages: string };
}

/** Links to the newest page and to the next older one, if there are several pages. */
export function renderPageLinks({ path, isNewest, next, words }: PageLinks): Markup | '' {
  if (isNewest && !next) return '';
  return html`<nav class="actions" aria-label="${words.pages}">
    ${isNewest ? '' : html`<a class="button" href="${path}">${words.newest}</a>`}
    ${next ? html`<a class="button" href="${path}?before=${toPlaceText(next)}">${words.older}</a>` : ''}
  </nav>`;
}
