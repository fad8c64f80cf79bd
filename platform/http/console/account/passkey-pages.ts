import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderPasskeyForm } from '#platform/http/console/shell/passkey-form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { accountWords, type PasskeyMistake } from './words.ts';

export const creationPath = '/console/account/passkeys/question';

const renderBack = (language: Language): Markup =>
  html`<p><a href="/console/account">${accountWords[language].passkeys.back}</a></p>`;

export function renderNewPasskey(language: Language, mistake?: PasskeyMistake): Markup {
  const { passkeys: words } = accountWords[language];
  return html`<section class="card">
      ${mistake ? html`<p class="mistake" role="alert">${words.mistakes[mistake]}</p>` : ''}
      <p>${words.addText}</p>
      ${renderPasskeyForm(language, {
        action: '/console/account/passkeys',
        question: creationPath,
        kind: 'create',
        startsItself: mistake === undefined,
        isAlone: true,
      })}
    </section>
    ${renderBack(language)}`;
}

interface PasskeyPage {
  id: string;
  /** As stored, or as typed. */
  name: string;
  isRefused?: boolean;
  /** Whether the owner has no other passkey that signs in. */
  isLast: boolean;
}

/** Changes the name of a passkey, or removes it. */
export function renderPasskey(language: Language, { id, name, isRefused = false, isLast }: PasskeyPage): Markup {
  const { passkeys: words } = accountWords[language];
  const own = `/console/account/passkeys/${id}`;
  return html`<section class="card">
      <form method="post" action="${own}/rename">
        <div class="field">
          <label for="name">${words.name}</label>
          <input id="name" name="name" maxlength="60" required value="${name}" autocomplete="off" aria-describedby="name-hint" ${isRefused ? html`aria-invalid="true" autofocus` : ''} />
          ${isRefused ? html`<span class="wrong" id="name-hint" role="alert">${words.nameMissing}</span>` : html`<span class="hint" id="name-hint">${words.nameHint}</span>`}
        </div>
        <button class="main">${words.save}</button>
      </form>
    </section>
    <section class="card" aria-labelledby="remove">
      <h2 id="remove">${words.removeTitle}</h2>
      <p>${isLast ? words.removeLastText : words.removeText}</p>
      <form method="post" action="${own}/remove"><button class="danger">${words.remove}</button></form>
    </section>
    ${renderBack(language)}`;
}
