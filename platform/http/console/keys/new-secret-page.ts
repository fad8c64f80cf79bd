import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderSecretBox } from '#platform/http/console/shell/secret-box.ts';
import type { Secret } from '#platform/http/console/shell/shown-once.ts';
import { keysWords } from './words.ts';

/** The only page that shows a secret. Without one, it says that secrets are shown once. */
export function showSecret(language: Language, secret: Secret | undefined) {
  const words = keysWords[language];
  const back = html`<a class="button" href="/console/keys">${words.toKeys}</a>`;
  const shown = (
    kind: keyof typeof words.onceTitle,
    value: string,
    number: HtmlEscapedString | Promise<HtmlEscapedString> | '',
  ) => ({
    title: words.onceTitle[kind],
    cannotReload: true,
    body: html`<section class="card">
      <p>${words.once}</p>
      ${number}
      ${renderSecretBox(language, value, back)}
    </section>`,
  });
  switch (secret?.kind) {
    case undefined:
    case 'webhookSecret':
      return { title: words.title, body: html`<section class="card"><p>${words.onceGone}</p>${back}</section>` };
    case 'apiKey':
      return shown(secret.kind, secret.value, '');
    case 'accessToken': {
      const number = html`<dl><dt>${words.gymNumber}</dt><dd><code>${secret.legacyGymId}</code></dd></dl>`;
      return shown(secret.kind, secret.value, number);
    }
  }
}
