import { html } from 'hono/html';
import { renderPageLinks } from '#platform/http/console/shell/page-link.ts';
import { renderPhone, renderPhoneMessage } from '#platform/http/console/shell/phone.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { ListedNotification, NotificationPage } from '#platform/services/notifications/list.ts';
import type { MessageWords } from './words.ts';

interface MessagePage extends NotificationPage {
  gymName: string;
  isNewest: boolean;
  /** The clock on the phone's lock screen. */
  clock: { time: string; day: string };
  /** Date and time to the minute, as on a phone. */
  formatMinute: (instant: Date) => string;
  /** Date and time to the second. */
  formatSecond: (instant: Date) => string;
}

/** Shows the messages of a gym as on the lock screen of a phone. */
export function renderMessages(words: MessageWords, page: MessagePage): Markup {
  const { notifications, next, isNewest, clock } = page;
  return html`<p>${words.text}</p>
    ${notifications.length === 0 ? html`<p class="soft">${words.none}</p>` : ''}
    ${renderPhone({
      label: words.phone,
      clock,
      messages: notifications.map((notification) => renderMessage(words, notification, page)),
    })}
    ${renderPageLinks({ path: '/console/messages', isNewest, next, words })}`;
}

function renderMessage(
  words: MessageWords,
  message: ListedNotification,
  { gymName, formatMinute, formatSecond }: MessagePage,
): Markup {
  const { text, deeplink, createdAt, deliveredAt, firstName, lastName } = message;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const below = html`${deeplink ? html`<p class="small soft">${words.opens} <code>${deeplink}</code></p>` : ''}
    <p class="about small soft">
      <span>${name ? words.to(name) : words.toSomebody}</span>
      <span>${words.sent(formatSecond(createdAt))}</span>
      <span>${deliveredAt ? words.delivered(formatSecond(deliveredAt)) : words.waiting}</span>
    </p>`;
  return renderPhoneMessage({ from: gymName, text, at: createdAt, format: formatMinute, below });
}
