import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { type Key, permissionsOf, timeOf, type View } from './key-tables.ts';
import { keysWords } from './words.ts';

interface Question {
  title: string;
  text: string;
  facts?: Markup;
  action: string;
  submit: string;
}

/** A confirmation page for something that cannot be undone. */
const ask = (language: Language, { title, text, facts, action, submit }: Question) => ({
  title,
  body: html`<section class="card">
    ${facts ?? ''}
    <p>${text}</p>
    <form class="actions" method="post" action="${action}">
      <button class="danger">${submit}</button>
      <a class="button" href="/console/keys">${keysWords[language].cancel}</a>
    </form>
  </section>`,
});

export function askRevoke(view: View, key: Key) {
  const words = keysWords[view.language];
  const facts = html`<dl>
    <dt>${words.key}</dt><dd><code>${key.keyId}</code></dd>
    <dt>${words.permissions}</dt><dd>${permissionsOf(key, view.language)}</dd>
    <dt>${words.created}</dt><dd>${timeOf(key.createdAt, view)}</dd>
    <dt>${words.lastUsed}</dt><dd>${timeOf(key.lastUsedAt, view)}</dd>
  </dl>`;
  const action = `/console/keys/${key.keyId}/revoke`;
  return ask(view.language, { title: words.askRevoke, text: words.askRevokeText, facts, action, submit: words.revoke });
}

export function askRenew(language: Language, hasToken: boolean) {
  const words = keysWords[language];
  const action = '/console/keys/token';
  return ask(
    language,
    hasToken
      ? { title: words.askRenew, text: words.askRenewText, action, submit: words.renew }
      : { title: words.askMake, text: words.askMakeText, action, submit: words.makeToken },
  );
}
