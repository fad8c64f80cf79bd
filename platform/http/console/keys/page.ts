import { html } from 'hono/html';
import { permissions } from '#contracts/v2/operations.ts';
import { formatInstant, type Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { KeyMistake } from '#platform/services/owners/create-key.ts';
import type { Credentials } from '#platform/services/owners/list-credentials.ts';
import { renderLiveKeys, renderRevokedKeys } from './key-tables.ts';
import { keysWords } from './words.ts';

interface KeysPage {
  credentials: Credentials;
  timeZone: string;
  refused?: RefusedKey;
}

/** A rejected form: the reason, and which boxes were ticked. */
export interface RefusedKey {
  mistake: 'nothingChosen' | KeyMistake;
  permissions: readonly string[];
}

export const renderKeys = (language: Language, page: KeysPage): Markup =>
  html`${renderApiKeys(language, page)}${renderNewKey(language, page)}${renderToken(language, page)}`;

function renderApiKeys(language: Language, { credentials, timeZone }: KeysPage): Markup {
  const words = keysWords[language];
  const live = credentials.apiKeys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = credentials.apiKeys.filter(({ revokedAt }) => revokedAt !== null);
  const view = { language, timeZone };
  return html`<section class="card" aria-labelledby="api-keys">
    <h2 id="api-keys">${words.apiKeys}</h2>
    <p>${words.apiKeysText}</p>
    ${live.length === 0 ? html`<p>${words.none}</p>` : renderLiveKeys(view, live)}
    ${
      revoked.length === 0
        ? ''
        : html`<details><summary>${words.revokedKeys(revoked.length)}</summary>${renderRevokedKeys(view, revoked)}</details>`
    }
  </section>`;
}

function renderNewKey(language: Language, { refused }: KeysPage): Markup {
  const words = keysWords[language];
  return html`<section class="card" aria-labelledby="new-key">
    <h2 id="new-key">${words.newKey}</h2>
    ${refused ? html`<p class="mistake" role="alert">${words.mistakes[refused.mistake]}</p>` : ''}
    <form method="post" action="/console/keys">
      <fieldset>
        <legend>${words.newKeyText}</legend>
        <div class="choices">${permissions.map(
          (permission) => html`<label>
            <input type="checkbox" name="permission" value="${permission}" ${refused?.permissions.includes(permission) ? html`checked` : ''} />
            ${words.named[permission]}
          </label>`,
        )}</div>
      </fieldset>
      <button class="main">${words.create}</button>
    </form>
  </section>`;
}

function renderToken(language: Language, { credentials: { accessToken }, timeZone }: KeysPage): Markup {
  const words = keysWords[language];
  const at = (instant: Date | null) => (instant ? formatInstant(instant, language, timeZone) : '–');
  return html`<section class="card" aria-labelledby="token">
    <h2 id="token">${words.token}</h2>
    <p>${words.tokenText}</p>
    <dl>
      <dt>${words.gymNumber}</dt><dd><code>${accessToken.legacyGymId}</code></dd>
      <dt>${words.created}</dt><dd>${accessToken.createdAt ? at(accessToken.createdAt) : words.noToken}</dd>
      <dt>${words.lastUsed}</dt><dd>${at(accessToken.lastUsedAt)}</dd>
    </dl>
    <a class="button" href="/console/keys/token">${accessToken.createdAt ? words.renew : words.makeToken}</a>
  </section>`;
}
