import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { AccountWords, PasswordMistake } from './words.ts';

interface PasswordSection {
  hasPassword: boolean;
  mistake?: PasswordMistake | undefined;
}

/** Never fills in a password, not even a rejected one. */
export function renderPassword({ password: words }: AccountWords, { hasPassword, mistake }: PasswordSection): Markup {
  const field = (
    name: 'current' | 'next' | 'again',
    autocomplete: string,
    hint: Markup | '' = '',
  ) => html`<div class="field">
    <label for="${name}">${words[name]}</label>
    <input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required ${hint ? html`aria-describedby="${name}-hint"` : ''} />
    ${hint}
  </div>`;
  const form = html`<form method="post" action="/console/account/password">
    ${mistake ? html`<p class="mistake" role="alert">${words.mistakes[mistake]}</p>` : ''}
    <p>${words.text}</p>
    ${field('current', 'current-password')}
    ${field('next', 'new-password', html`<span class="hint" id="next-hint">${words.nextHint}</span>`)}
    ${field('again', 'new-password')}
    <button class="main">${words.submit}</button>
  </form>`;
  return html`<section class="card" aria-labelledby="password">
    <h2 id="password">${words.title}</h2>
    ${hasPassword ? form : html`<p>${words.none}</p>`}
  </section>`;
}
