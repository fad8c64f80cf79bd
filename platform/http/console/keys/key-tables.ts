import { html } from 'hono/html';
import { permissions } from '#contracts/v2/operations.ts';
import { formatInstant, type Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { Credentials } from '#platform/services/owners/list-credentials.ts';
import { keysWords } from './words.ts';

export type Key = Credentials['apiKeys'][number];

/** How a table writes its times and words. */
export interface View {
  language: Language;
  timeZone: string;
}

export function permissionsOf(key: Key, language: Language): string {
  const words = keysWords[language];
  if (permissions.every((permission) => key.permissions.includes(permission))) return words.everything;
  return key.permissions.map((permission) => words.named[permission]).join(', ');
}

/** A date and time, or a dash if it is unknown. */
export const timeOf = (instant: Date | string | null, { language, timeZone }: View): string =>
  instant === null ? '–' : formatInstant(new Date(instant), language, timeZone);

export function renderLiveKeys(view: View, keys: Key[]): Markup {
  const words = keysWords[view.language];
  return html`<table class="stacked">
    <thead><tr><th scope="col">${words.key}</th><th scope="col">${words.permissions}</th><th scope="col">${words.created}</th><th scope="col">${words.lastUsed}</th><td></td></tr></thead>
    <tbody>${keys.map(
      (key) => html`<tr>
        ${renderCells(view, key, [words.lastUsed, key.lastUsedAt])}
        <td class="number"><a class="button" href="/console/keys/${key.keyId}/revoke" aria-label="${words.revokeKey(key.keyId)}">${words.revoke}</a></td>
      </tr>`,
    )}</tbody>
  </table>`;
}

export function renderRevokedKeys(view: View, keys: Key[]): Markup {
  const words = keysWords[view.language];
  return html`<table class="stacked">
    <thead><tr><th scope="col">${words.key}</th><th scope="col">${words.permissions}</th><th scope="col">${words.created}</th><th scope="col">${words.revokedAt}</th></tr></thead>
    <tbody>${keys.map((key) => html`<tr>${renderCells(view, key, [words.revokedAt, key.revokedAt])}</tr>`)}</tbody>
  </table>`;
}

/** The cells that all tables share: the key, its permissions, its date of creation, and one more time. */
function renderCells(view: View, key: Key, [column, instant]: [column: string, instant: Date | string | null]): Markup {
  const words = keysWords[view.language];
  return html`<th scope="row" data-column="${words.key}"><code>${key.keyId}</code></th>
    <td data-column="${words.permissions}"><span>${permissionsOf(key, view.language)}</span></td>
    <td data-column="${words.created}"><span class="nowrap">${timeOf(key.createdAt, view)}</span></td>
    <td data-column="${column}"><span class="nowrap">${timeOf(instant, view)}</span></td>`;
}
