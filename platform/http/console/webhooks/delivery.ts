import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { ListedDelivery, ListedTry } from '#platform/services/webhooks/list-deliveries.ts';
import { renderDeliveryState } from './states.ts';
import type { WebhookWords } from './words.ts';

interface DeliveryList {
  webhookId: number;
  /** Where this page of the list begins, to return to it. */
  before: string | undefined;
  /** The address of this page of the list. */
  address: string;
  /** Date and time to the second. */
  format: (instant: Date) => string;
}

/** One delivery: its event, its state, every attempt with its response, and a button to send it again. */
export function renderDelivery(words: WebhookWords, delivery: ListedDelivery, list: DeliveryList): Markup {
  const { deliveryId, type, state, occurredAt, accountId, nextAttemptAt } = delivery;
  const id = `delivery-${deliveryId}`;
  return html`<li class="card delivery" id="${id}">
    <div class="actions">
      <h3 id="${id}-title">${words.types[type]}</h3>
      ${renderDeliveryState(words, state)}
      ${nextAttemptAt ? html`<span class="small">${words.nextTry(list.format(nextAttemptAt))}</span>` : ''}
      ${renderAgain(words, delivery, list)}
    </div>
    <dl>
      <dt>${words.happened}</dt><dd>${list.format(occurredAt)}</dd>
      ${accountId ? html`<dt>${words.member}</dt><dd class="mono">${accountId}</dd>` : ''}
      <dt>webhook-id</dt><dd class="mono">${deliveryId}</dd>
    </dl>
    ${renderTries(words, delivery, list.format)}
    ${delivery.obstacle && delivery.obstacle !== 'under way' ? html`<p class="soft small">${words.obstacles[delivery.obstacle]}</p>` : ''}
  </li>`;
}

function renderTries(words: WebhookWords, { attempts, tries, state }: ListedDelivery, format: DeliveryList['format']) {
  if (attempts === 0) return state === 'FAILED' ? html`<p class="soft">${words.untried}</p>` : '';
  const unrecorded = attempts - tries.length;
  return html`<details ${state === 'DELIVERED' && attempts === 1 ? '' : html`open`}>
    <summary>${words.tries(attempts)}</summary>
    ${unrecorded > 0 ? html`<p class="soft small">${words.unrecorded(unrecorded)}</p>` : ''}
    <ol class="tries">${tries.map((tried) => renderTry(words, tried, format))}</ol>
  </details>`;
}

function renderTry(
  words: WebhookWords,
  { number, at, durationMs, status, failure }: ListedTry,
  format: DeliveryList['format'],
) {
  const cameTo = status === null ? failure && words.failures[failure] : words.answer(status);
  const isTaken = status !== null && status >= 200 && status < 300;
  return html`<li value="${number}"><span>${format(at)}</span> <b class="${isTaken ? 'good' : 'bad'}">${cameTo}</b> <span class="soft">${durationMs}&nbsp;ms</span></li>`;
}

function renderAgain(words: WebhookWords, delivery: ListedDelivery, { webhookId, before, address }: DeliveryList) {
  const { deliveryId, obstacle, attempts } = delivery;
  const title = `delivery-${deliveryId}-title`;
  if (obstacle === 'under way')
    return html`<a href="${address}#delivery-${deliveryId}" aria-describedby="${title}">${words.refresh}</a>`;
  if (obstacle) return '';
  return html`<form method="post" action="/console/webhooks/${webhookId}/deliveries/${deliveryId}/again">
    <input type="hidden" name="attempts" value="${attempts}" />
    <input type="hidden" name="before" value="${before ?? ''}" />
    <button aria-describedby="${title}">${words.again}</button>
  </form>`;
}
