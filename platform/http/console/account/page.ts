import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { OwnSession } from '#platform/services/owners/own-sessions.ts';
import type { OwnPasskey } from '#platform/services/owners/passkeys.ts';
import { renderPassword } from './password-form.ts';
import type { AccountWords, PasswordMistake } from './words.ts';

interface AccountPage {
  hasPassword: boolean;
  mistake?: PasswordMistake | undefined;
  passkeys: OwnPasskey[];
  sessions: OwnSession[];
  /** Writes a date and time. */
  format: (instant: Date) => string;
}

export const renderAccount = (words: AccountWords, page: AccountPage): Markup =>
  html`${renderPassword(words, page)}${renderPasskeys(words, page)}${renderSessions(words, page)}`;

function renderPasskeys({ passkeys: words }: AccountWords, { passkeys, format }: AccountPage): Markup {
  const rows = passkeys.map(
    ({ id, name, formerHost, createdAt, lastUsedAt }) => html`<li class="row">
      <div>
        <b>${name}</b>
        <p class="soft small">${words.added(format(createdAt))} ${lastUsedAt ? words.lastUsed(format(lastUsedAt)) : words.neverUsed}</p>
        ${formerHost ? html`<p class="small">${words.formerHost(formerHost)}</p>` : ''}
      </div>
      <a class="button" href="/console/account/passkeys/${id}" aria-label="${words.changeOne(name)}">${words.change}</a>
    </li>`,
  );
  return html`<section class="card" aria-labelledby="passkeys">
    <h2 id="passkeys">${words.title}</h2>
    <p>${words.text}</p>
    ${rows.length === 0 ? '' : html`<ul class="plain rows" aria-labelledby="passkeys">${rows}</ul>`}
    <form method="post" action="/console/account/passkeys/new"><button>${words.add}</button></form>
  </section>`;
}

function renderSessions({ sessions: words }: AccountWords, { sessions, format }: AccountPage): Markup {
  const rows = sessions.map(({ id, browser, startedAt, activeAt, isThis }) => {
    const name = browser ?? words.unknown;
    const since = format(startedAt);
    return html`<li class="row">
      <div>
        <b>${name}</b> ${isThis ? html`<span class="state good">${words.isThis}</span>` : ''}
        <p class="soft small">${words.since(since, format(activeAt))}</p>
      </div>
      ${
        isThis
          ? ''
          : html`<form method="post" action="/console/account/sessions/${id}/end"><button aria-label="${words.endOne(name, since)}">${words.end}</button></form>`
      }
    </li>`;
  });
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">${words.title}</h2>
    <p>${words.text}</p>
    <ul class="plain rows" aria-labelledby="sessions">${rows}</ul>
    ${sessions.length < 3 ? '' : html`<form method="post" action="/console/account/sessions/end-others"><button>${words.endOthers}</button></form>`}
  </section>`;
}
