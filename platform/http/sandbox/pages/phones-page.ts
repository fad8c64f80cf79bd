import { html } from 'hono/html';
import { formatClock, formatInstant, type Language } from '#platform/http/console/shell/language.ts';
import { renderPhone, renderPhoneMessage } from '#platform/http/console/shell/phone.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { Phone } from '#platform/simulator/phones/list-phones.ts';
import { phoneWords } from './phone-words.ts';

interface ShownPhones {
  phones: Phone[];
  /** The time in a gym: its clock may be moved. */
  timeIn: (gymId: string) => Date;
}

/** Finds a phone: messages alone list only those that got some. */
export function renderPhoneForm(language: Language, typed: string): Markup {
  const words = phoneWords[language];
  return html`<form class="filters phone-search" role="search" aria-label="${words.show}">
    <div class="field">
      <label for="account-id">${words.accountId}</label>
      <input id="account-id" name="accountId" maxlength="100" required value="${typed}" autocomplete="off" spellcheck="false" />
    </div>
    <div><button>${words.show}</button></div>
  </form>`;
}

/** The phones side by side. */
export function renderPhones(language: Language, { phones, timeIn }: ShownPhones): Markup {
  if (phones.length === 0) return html`<p class="soft">${phoneWords[language].none}</p>`;
  return html`<ul class="plain phones">${phones.map((phone) => renderPhoneOf(language, phone, timeIn(phone.gymId)))}</ul>`;
}

function renderPhoneOf(language: Language, phone: Phone, now: Date): Markup {
  const words = phoneWords[language];
  const { accountId, firstName, lastName, gymName, timeZone, messages } = phone;
  const name = `${firstName} ${lastName}`;
  const clock = formatClock(now, language, timeZone);
  const format = (instant: Date) => {
    const at = formatClock(instant, language, timeZone);
    return at.day === clock.day ? at.time : formatInstant(instant, language, timeZone);
  };
  return html`<li id="phone-${accountId}">
    <h2>${name}</h2>
    <p class="soft small">${gymName} · <code>${accountId}</code></p>
    ${renderPhone({
      label: words.lockScreen(name),
      clock,
      messages: messages.map(({ gymName: from, text, deeplink, createdAt }) => {
        const below: Markup | '' = deeplink
          ? html`<p class="small soft">${words.opens} <code>${deeplink}</code></p>`
          : '';
        return renderPhoneMessage({ from, text, at: createdAt, format, below });
      }),
    })}
    <details id="deletion-${accountId}">
      <summary>${words.deletion}</summary>
      <p>${words.deletionText}</p>
      <form method="post" action="/sandbox/pages/phones/${accountId}/delete-account"><button class="danger" aria-label="${words.deleteAccount}: ${name}">${words.deleteAccount}</button></form>
    </details>
  </li>`;
}
