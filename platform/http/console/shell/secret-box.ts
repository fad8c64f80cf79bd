import { html } from 'hono/html';
import type { Language } from './language.ts';
import type { Markup } from './shell.ts';
import { shellWords } from './shell-words.ts';

/** Shows a secret to copy now, a copy button if scripts run, and a link to continue. */
export function renderSecretBox(language: Language, value: string, wayOn: Markup): Markup {
  const words = shellWords[language];
  return html`<code class="secret" id="secret">${value}</code>
    <p class="actions">
      <button type="button" class="main" data-copies="secret" data-copied="${words.copied}" hidden>${words.copy}</button>
      ${wayOn}
      <span role="status"></span>
    </p>`;
}
