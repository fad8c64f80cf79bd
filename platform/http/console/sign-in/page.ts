import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderPasskeyForm } from '#platform/http/console/shell/passkey-form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { signInWords } from './words.ts';

export const questionPath = '/console/sign-in/question';

export interface SignInForm {
  email: string;
  /** Where to redirect afterwards. */
  to: string;
  mistake?: 'wrong' | 'wrongPasskey' | 'tooManyAttempts' | 'busy';
}

/**
 * Shows the same message for every wrong pair, so that it does not reveal which addresses exist. Never fills in the
 * password.
 */
export function renderSignIn(language: Language, { email, to, mistake }: SignInForm): Markup {
  const words = signInWords[language];
  return html`<p>${words.text}</p>
    ${mistake ? html`<p class="mistake" role="alert">${words[mistake]}</p>` : ''}
    <form class="card" method="post" action="/console/sign-in">
      <input type="hidden" name="to" value="${to}" />
      <div class="field">
        <label for="email">${words.email}</label>
        <input id="email" name="email" type="email" autocomplete="username" maxlength="320" required value="${email}" ${mistake ? '' : html`autofocus`} />
      </div>
      <div class="field">
        <label for="password">${words.password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required ${mistake ? html`autofocus` : ''} />
      </div>
      <button class="main">${words.submit}</button>
    </form>
    ${renderPasskeyForm(language, { action: '/console/sign-in/passkey', question: questionPath, kind: 'use', fields: { to } })}
    <p class="soft small">${words.noAccount}</p>`;
}

/** After the right password of an owner with a passkey. */
export const renderSecondStep = (language: Language, to: string): Markup =>
  html`<section class="card">
    <p>${signInWords[language].secondStep}</p>
    ${renderPasskeyForm(language, {
      action: '/console/sign-in/passkey',
      question: questionPath,
      kind: 'use',
      fields: { to },
      isAlone: true,
      startsItself: true,
    })}
    <p class="soft small">${signInWords[language].lostPasskey}</p>
    <p><a href="/console/sign-in">${signInWords[language].back}</a></p>
  </section>`;
