import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { ListedDelivery } from '#platform/services/webhooks/list-deliveries.ts';
import type { Receiver } from '#platform/services/webhooks/receivers.ts';
import type { WebhookWords } from './words.ts';

export const renderReceiverState = (words: WebhookWords, { disabledAt }: Receiver): Markup =>
  disabledAt
    ? html`<span class="state bad">${words.disabled}</span>`
    : html`<span class="state good">${words.active}</span>`;

const looks = { PENDING: 'warning', QUEUED: 'warning', DELIVERED: 'good', FAILED: 'bad' } as const;

export const renderDeliveryState = (words: WebhookWords, state: ListedDelivery['state']): Markup =>
  html`<span class="state ${looks[state]}">${words.states[state]}</span>`;
