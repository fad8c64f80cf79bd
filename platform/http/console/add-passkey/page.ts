import { html } from 'hono/html';
import { accountWords, type PasskeyMistake } from '#platform/http/console/account/words.ts';
import { addPasskeyPath } from '#platform/http/console/shell/guards.ts';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderPasskeyForm } from '#platform/http/console/shell/passkey-form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { shellWords } from '#platform/http/console/shell/shell-words.ts';
import { addPasskeyWords } from './words.ts';

export const questionPath = `${addPasskeyPath}/question`;

interface AddPasskeyPage {
  /** Where to go afterwards. */
  to: string;
  /** Until when it can be put off. */
  until: string;
  /** Whether that time has ended. */
  isDue: boolean;
  mistake?: PasskeyMistake | undefined;
}

export function renderAddPasskey(language: Language, { to, until, isDue, mistake }: AddPasskeyPage): Markup {
  const words = addPasskeyWords[language];
  return html`<section class="card">
    <p>${words.text}</p>
    <p><b>${isDue ? words.ended(until) : words.until(until)}</b></p>
    ${mistake ? html`<p class="mistake" role="alert">${accountWords[language].passkeys.mistakes[mistake]}</p>` : ''}
    ${renderPasskeyForm(language, { action: addPasskeyPath, question: questionPath, kind: 'create', fields: { to }, isAlone: true })}
    ${
      isDue
        ? html`<form class="apart" method="post" action="/console/sign-out"><button>${shellWords[language].signOut}</button></form>
            <p class="soft small">${words.noDevice}</p>`
        : html`<p><a class="button" href="${to}">${words.later}</a></p>`
    }
  </section>`;
}
