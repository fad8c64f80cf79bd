import { html } from 'hono/html';
import type { Language } from './language.ts';
import { passkeyWords } from './passkey-words.ts';
import type { Markup } from './shell.ts';

interface PasskeyForm {
  /** Where the answer of the authenticator is posted, as `answer`. */
  action: string;
  /** Where the script asks for the question. */
  question: string;
  /** Whether a passkey is used or created. */
  kind: 'use' | 'create';
  /** Further fields. */
  fields?: Record<string, string>;
  /** The page is for this form alone: it says if passkeys do not work there. */
  isAlone?: boolean;
  /** The script begins without a press. */
  startsItself?: boolean;
}

/** A button that uses or creates a passkey. Needs `usesPasskeys` of the page; without scripts it is not shown. */
export function renderPasskeyForm(language: Language, form: PasskeyForm): Markup {
  const words = passkeyWords[language];
  const { action, question, kind, fields = {}, isAlone = false, startsItself = false } = form;
  return html`<form class="apart" method="post" action="${action}" data-passkey="${kind}" data-question="${question}"
      data-failed="${kind === 'use' ? words.notUsed : words.notCreated}" data-already="${words.alreadyHere}"
      data-elsewhere="${words.elsewhere}" ${isAlone ? html`data-alone` : ''} ${startsItself ? html`data-starts` : ''}>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <input type="hidden" name="answer" />
    <p class="mistake" role="alert" hidden></p>
    <button type="button" class="${isAlone ? 'main' : ''}" hidden>${kind === 'use' ? words.use : words.create}</button>
    ${isAlone ? html`<noscript><p>${words.withoutScripts}</p></noscript>` : ''}
  </form>`;
}
