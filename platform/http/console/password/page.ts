import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { type PasswordMistake, passwordWords } from './words.ts';

/** Never fills in a password, not even a rejected one. */
export function renderPassword(language: Language, mistake?: PasswordMistake): Markup {
  const words = passwordWords[language];
  const field = (
    name: 'current' | 'next' | 'again',
    autocomplete: string,
    hint: Markup | '' = '',
  ) => html`<div class="field">
    <label for="${name}">${words[name]}</label>
    <input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required ${hint ? html`aria-describedby="${name}-hint"` : ''} />
    ${hint}
  </div>`;
  return html`<form class="card" method="post" action="/console/password">
    ${mistake ? html`<p class="mistake" role="alert">${words.mistakes[mistake]}</p>` : ''}
    <p>${words.text}</p>
    ${field('current', 'current-password')}
    ${field('next', 'new-password', html`<span class="hint" id="next-hint">${words.nextHint}</span>`)}
    ${field('again', 'new-password')}
    <button class="main">${words.submit}</button>
  </form>`;
}
