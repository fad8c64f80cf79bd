import { type ConnectionView, type WebhookView, webhookEventTypes, webhookStates } from '#lib/wire/connection.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

const isWebhook: Is<WebhookView> = objectOf({
  state: wordOf(webhookStates),
  url: nullOr(isText),
  heardAt: nullOr(isText),
  nextAttemptAt: isText,
  deliveries: listOf(objectOf({ type: wordOf(webhookEventTypes), receivedAt: isText, isHandled: isFlag })),
});

export const isConnection: Is<ConnectionView> = objectOf({
  version: isText,
  url: isText,
  fingerprint: isText,
  since: isText,
  rate: nullOr(objectOf({ left: isNumber, at: isText })),
  webhook: nullOr(isWebhook),
  dataExport: nullOr(objectOf({ url: isText, fingerprint: isText })),
});
