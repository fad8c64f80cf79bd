import { html } from 'hono/html';
import { renderPageLinks } from '#platform/http/console/shell/page-link.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { DeliveryPage } from '#platform/services/webhooks/list-deliveries.ts';
import { renderDelivery } from './delivery.ts';
import { type Mistakes, renderWebhookForm } from './form.ts';
import { renderReceiverState } from './states.ts';
import type { WebhookWords } from './words.ts';

interface WebhookPage extends DeliveryPage {
  /** The values of a rejected change. */
  typed?: { url: string; mistakes: Mistakes };
  before: string | undefined;
  format: (instant: Date) => string;
}

export function renderWebhook(words: WebhookWords, page: WebhookPage): Markup {
  const { receiver, typed, format } = page;
  const own = `/console/webhooks/${receiver.webhookId}`;
  return html`<p><a href="/console/webhooks">${words.back}</a></p>
    <section class="card">
      <div class="actions">
        <b class="mono">${receiver.url}</b>
        ${renderReceiverState(words, receiver)}
      </div>
      <p class="soft small">${words.since}: ${format(receiver.createdAt)}</p>
      ${receiver.disabledAt ? html`<p class="mistake">${words.disabledSince(format(receiver.disabledAt))}</p>` : ''}
      <div class="actions">
        ${receiver.disabledAt ? html`<form method="post" action="${own}/enable"><button class="main">${words.enable}</button></form>` : ''}
        <form method="post" action="${own}/test"><button>${words.test}</button></form>
        <a class="button danger" href="${own}/delete">${words.remove}</a>
      </div>
    </section>
    <details class="card" ${typed ? html`open` : ''}>
      <summary>${words.changeTitle}</summary>
      ${renderWebhookForm(words, {
        action: `${own}/change`,
        url: typed?.url ?? receiver.url,
        mistakes: typed?.mistakes,
        secretHint: words.keptSecretHint,
        submit: words.change,
      })}
    </details>
    ${renderEvents(words, page, own)}`;
}

function renderEvents(words: WebhookWords, page: WebhookPage, own: string): Markup {
  const { receiver, deliveries, next, before, format } = page;
  const address = `${own}${before ? `?before=${before}` : ''}`;
  const list = { webhookId: receiver.webhookId, before, address, format };
  return html`<section aria-labelledby="events">
    <h2 id="events">${words.eventsTitle}</h2>
    <p class="soft">${words.eventsText} ${words.sameEvent}</p>
    <p><a href="${list.address}">${words.refresh}</a></p>
    ${deliveries.length === 0 ? html`<p class="soft">${words.noEvents}</p>` : html`<ol class="plain">${deliveries.map((delivery) => renderDelivery(words, delivery, list))}</ol>`}
    ${renderPageLinks({ path: own, isNewest: before === undefined, next, words })}
  </section>`;
}
