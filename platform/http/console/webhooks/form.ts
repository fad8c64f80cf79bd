import { html } from 'hono/html';
import { type WebhookRequest, webhookRequest } from '#contracts/v2/webhooks.ts';
import { PlatformError } from '#platform/base/errors.ts';
import type { Form } from '#platform/http/console/shell/form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { WebhookWords } from './words.ts';

/** Errors of the form, per field. */
export interface Mistakes {
  url?: 'url' | 'taken' | 'full';
  secret?: 'secret';
}

type WebhookInput =
  | { isValid: true; request: Pick<WebhookRequest, 'url'> & Partial<WebhookRequest> }
  | { isValid: false; mistakes: Mistakes };

const input = webhookRequest.partial({ secret: true });

/** Reads address and secret by the rules of the interface. An empty secret is absent. */
export function readWebhook(form: Form): WebhookInput {
  const parsed = input.safeParse({ url: form.text('url'), secret: form.text('secret') || undefined });
  if (parsed.success) return { isValid: true, request: parsed.data };
  return { isValid: false, mistakes: mistakesIn(parsed.error.issues.map(({ path }) => String(path[0]))) };
}

/**
 * A service's validation error as errors of the form.
 * @throws the original error if it is about something else
 */
export function mistakesOf(error: unknown): Mistakes {
  if (!(error instanceof PlatformError)) throw error;
  if (error.code === 'webhookUrlAlreadyRegistered') return { url: 'taken' };
  if (error.code === 'generalConflict') return { url: 'full' };
  if (error.code === 'invalidArguments') return mistakesIn(error.fieldErrors.map(({ name }) => name));
  throw error;
}

const mistakesIn = (names: string[]): Mistakes => ({
  ...(names.includes('url') ? { url: 'url' } : {}),
  ...(names.includes('secret') ? { secret: 'secret' } : {}),
});

interface WebhookForm {
  action: string;
  url: string;
  mistakes?: Mistakes;
  secretHint: string;
  submit: string;
}

/** Fields for address and secret. The secret is never filled in, not even the one just typed. */
export function renderWebhookForm(words: WebhookWords, form: WebhookForm): Markup {
  const { url: wrongUrl, secret: wrongSecret } = form.mistakes ?? {};
  return html`<form method="post" action="${form.action}">
    <div class="field">
      <label for="url">${words.url}</label>
      <input id="url" name="url" type="url" inputmode="url" maxlength="2048" required value="${form.url}" autocomplete="off" spellcheck="false" aria-describedby="${wrongUrl ? 'url-wrong' : 'url-hint'}" ${wrongUrl ? html`aria-invalid="true" autofocus` : ''} />
      ${wrongUrl ? html`<span class="wrong" id="url-wrong" role="alert">${words.mistakes[wrongUrl]}</span>` : html`<span class="hint" id="url-hint">${words.urlHint}</span>`}
    </div>
    <div class="field">
      <label for="secret">${words.secret}</label>
      <input id="secret" name="secret" type="password" maxlength="512" autocomplete="off" spellcheck="false" aria-describedby="${wrongSecret ? 'secret-wrong ' : ''}secret-hint" ${wrongSecret ? html`aria-invalid="true"` : ''} />
      ${wrongSecret ? html`<span class="wrong" id="secret-wrong" role="alert">${words.mistakes.secret}</span>` : ''}
      <span class="hint" id="secret-hint">${form.secretHint}</span>
    </div>
    <button class="main">${form.submit}</button>
  </form>`;
}
