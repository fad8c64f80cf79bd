import { html } from 'hono/html';
import type { Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { webhookWords } from '#platform/http/console/webhooks/words.ts';
import type { AttemptRow } from '#platform/services/sandbox-log/attempts.ts';
import { maskUrl } from '#platform/services/sandbox-log/mask.ts';
import { type SandboxWords, sandboxWords } from './words.ts';

interface AttemptList {
  attempts: AttemptRow[];
  format: (instant: Date) => string;
}

/** Attempts of webhook deliveries, each with what was signed and the response. */
export function renderAttempts(language: Language, { attempts, format }: AttemptList): Markup {
  const words = sandboxWords[language];
  if (attempts.length === 0) return html`<p class="soft">${words.noDeliveries}</p>`;
  // the newest attempt of a delivery comes first, and only it can be sent again
  const newest = new Map(attempts.toReversed().map(({ deliveryId, number }) => [deliveryId, number]));
  return html`${attempts.map((attempt) => renderAttempt(language, attempt, { format, isNewest: newest.get(attempt.deliveryId) === attempt.number }))}`;
}

function renderAttempt(
  language: Language,
  attempt: AttemptRow,
  { format, isNewest }: { format: AttemptList['format']; isNewest: boolean },
): Markup {
  const words = sandboxWords[language];
  const { number, deliveryId, type, url, status, durationMs, at, signed, signature, answer } = attempt;
  const isTaken = status !== null && status >= 200 && status < 300;
  return html`<details class="card attempt" id="attempt-${number}">
    <summary><span class="state ${isTaken ? 'good' : 'bad'}">${outcomeOf(words, attempt)}</span> <b>${webhookWords[language].types[type]}</b> <span class="soft small">${format(at)} · ${words.attempt(attempt.attempt)} · ${durationMs} ms</span></summary>
    <dl>
      <dt>${words.receiver}</dt><dd class="mono url">${maskUrl(url)}</dd>
      <dt>webhook-id</dt><dd class="mono">${deliveryId}</dd>
      ${signature ? html`<dt>${words.signature}</dt><dd class="mono">${signature}</dd>` : ''}
    </dl>
    ${signed ? html`<h2>${words.signed}</h2><pre tabindex="0">${signed}</pre>` : ''}
    <h2>${words.answer}</h2>
    ${answer === null ? html`<p class="soft">${words.noResponseBody}</p>` : html`<pre tabindex="0">${answer}</pre>`}
    ${
      isNewest
        ? html`<form method="post" action="/sandbox/pages/deliveries/${deliveryId}/again">
            <input type="hidden" name="attempt" value="${attempt.attempt}" />
            <button>${words.again}</button>
          </form>`
        : ''
    }
  </details>`;
}

const outcomeOf = (words: SandboxWords, { status, failure }: AttemptRow): string =>
  status === null ? (failure ? words.failures[failure] : words.noAnswer) : String(status);
