import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import { renderSecretBox } from '#platform/http/console/shell/secret-box.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { Receiver } from '#platform/services/webhooks/receivers.ts';
import { type Mistakes, renderWebhookForm } from './form.ts';
import { renderDeliveryState, renderReceiverState } from './states.ts';
import { type WebhookWords, webhookWords } from './words.ts';

interface WebhookList {
  receivers: Receiver[];
  /** The values of a rejected form for a new webhook. */
  typed?: { url: string; mistakes: Mistakes };
  format: (instant: Date) => string;
}

export function renderWebhookList(words: WebhookWords, { receivers, typed, format }: WebhookList): Markup {
  return html`<p>${words.text}</p>
    ${receivers.length === 0 ? html`<p class="soft">${words.none}</p>` : html`<ul class="plain">${receivers.map((receiver) => renderReceiver(words, receiver, format))}</ul>`}
    <section class="card" aria-labelledby="add">
      <h2 id="add">${words.addTitle}</h2>
      ${renderWebhookForm(words, {
        action: '/console/webhooks',
        url: typed?.url ?? '',
        mistakes: typed?.mistakes,
        secretHint: words.newSecretHint,
        submit: words.add,
      })}
    </section>`;
}

function renderReceiver(words: WebhookWords, receiver: Receiver, format: (instant: Date) => string): Markup {
  const { webhookId, url, newestAt, newestState } = receiver;
  return html`<li class="card">
    <div class="actions">
      <a class="mono" href="/console/webhooks/${webhookId}">${url}</a>
      ${renderReceiverState(words, receiver)}
    </div>
    <p class="soft small">
      ${newestAt && newestState ? html`${words.newestEvent(format(newestAt))} ${renderDeliveryState(words, newestState)}` : words.noEvent}
    </p>
  </li>`;
}

/** Shows a newly generated webhook secret. No other page of the console contains it. */
export const renderMadeSecret = (language: Language, value: string, webhookId: number): Markup =>
  html`<section class="card">
    <p>${webhookWords[language].made}</p>
    ${renderSecretBox(language, value, html`<a class="button" href="/console/webhooks/${webhookId}">${webhookWords[language].goOn}</a>`)}
  </section>`;

export function renderRemoval(words: WebhookWords, { webhookId, url }: Receiver): Markup {
  const own = `/console/webhooks/${webhookId}`;
  return html`<section class="card">
    <p class="mono">${url}</p>
    <p>${words.removeText}</p>
    <form class="actions" method="post" action="${own}/delete">
      <button class="danger">${words.removeYes}</button>
      <a class="button" href="${own}">${words.removeNo}</a>
    </form>
  </section>`;
}
