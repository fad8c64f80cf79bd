import { html } from 'hono/html';
import type { Language } from './language.ts';
import type { Markup } from './shell.ts';
import { shellWords } from './shell-words.ts';

/** A secret to take along now, a button that copies it where scripts run, and the way on. */
export function renderSecretBox(language: Language, value: string, wayOn: Markup): Markup {
  const words = shellWords[language];
  return html`<code class="secret" id="secret">${value}</code>
    <p class="actions">
      <button type="button" class="main" data-copies="secret" data-copied="${words.copied}" hidden>${words.copy}</button>
      ${wayOn}
      <span role="status"></span>
    </p>`;
}
