import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderPasskeyForm } from '#platform/http/console/shell/passkey-form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { Means } from '#platform/services/owners/reauthenticate.ts';
import { reauthenticationWords } from './words.ts';

export const questionPath = '/console/reauthentication/question';

interface ReauthenticationPage {
  means: Means;
  /** The address of the form that waits. */
  action: string;
  /** That form, sealed. */
  held: string;
  /** Where to go instead. */
  back: string;
  mistake?: 'wrongPassword' | 'wrongPasskey' | 'tooManyAttempts' | undefined;
}

/** Asks for the password or a passkey, and then sends the form that waits. */
export function renderReauthentication(language: Language, page: ReauthenticationPage): Markup {
  const words = reauthenticationWords[language];
  const { means, action, held, back, mistake } = page;
  return html`<section class="card">
    <p>${words.text}</p>
    ${mistake ? html`<p class="mistake" role="alert">${words[mistake]}</p>` : ''}
    ${
      means.hasPassword
        ? html`<form method="post" action="${action}">
            <input type="hidden" name="held" value="${held}" />
            <div class="field">
              <label for="own-password">${words.password}</label>
              <input id="own-password" name="own-password" type="password" autocomplete="current-password" maxlength="200" required autofocus />
            </div>
            <button class="main">${words.confirm}</button>
          </form>`
        : ''
    }
    ${means.hasPasskey ? renderPasskeyForm(language, { action, question: questionPath, kind: 'use', fields: { held } }) : ''}
    <p><a href="${back}">${words.cancel}</a></p>
  </section>`;
}
