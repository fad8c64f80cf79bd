import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { WholeLogEntry } from '#platform/http/sandbox/log/entry.ts';
import { statusOf } from './requests-page.ts';
import type { SandboxWords } from './words.ts';

/** One request with everything that the log has of it. */
export function renderRequest(words: SandboxWords, entry: WholeLogEntry, format: (instant: Date) => string): Markup {
  const { requestId, at, method, path, durationMs, credential, gymId, fault, showsPersonal } = entry;
  const own = `/sandbox/pages/requests/${requestId}`;
  return html`<p><a href="/sandbox">${words.back}</a></p>
    <section class="card">
      <dl>
        <dt>${words.request}</dt><dd><code>${method} ${path}</code></dd>
        <dt>${words.status}</dt><dd>${statusOf(words, entry)}${fault ? html` · ${words.faults[fault]}` : ''}</dd>
        <dt>${words.time}</dt><dd>${format(new Date(at))}</dd>
        <dt>${words.duration}</dt><dd>${durationMs} ms, ${words.durationText}</dd>
        <dt>${words.interface}</dt><dd>${words.interfaces[entry.interface]}</dd>
        ${credential ? html`<dt>${words.key}</dt><dd><code>${credential}</code></dd>` : ''}
        ${gymId ? html`<dt>${words.gym}</dt><dd><code>${gymId}</code></dd>` : ''}
        <dt>${words.requestId}</dt><dd class="actions"><code id="request-id">${requestId}</code>
          <button type="button" data-copies="request-id" data-copied="${words.copied}" hidden>${words.copy}</button><span role="status"></span></dd>
      </dl>
    </section>
    ${entry.hasClientLeft ? html`<p>${words.clientLeftText}</p>` : ''}
    ${renderRefusal(words, entry)}
    <p>${showsPersonal ? html`<a href="${own}">${words.maskPersonal}</a>` : html`<a href="${own}?personal=shown">${words.showPersonal}</a>`}</p>
    ${renderBody(words, words.requestBody, entry.requestBody)}
    ${renderBody(words, words.answerBody, entry.answerBody)}`;
}

function renderRefusal(words: SandboxWords, { refusal }: WholeLogEntry): Markup | '' {
  if (!refusal) return '';
  const { errorCode, message, fieldErrors } = refusal;
  return html`<section class="card" aria-labelledby="refusal">
    <h2 id="refusal">${words.refusal}</h2>
    <p>${errorCode ? html`<code>${errorCode}</code> ` : ''}${message ?? ''}</p>
    ${
      fieldErrors.length > 0
        ? html`<table class="stacked">
            <thead><tr>${[words.field, words.problem, words.rejected].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
            <tbody>${fieldErrors.map(
              ({ name, message: problem, rejectedValue }) => html`<tr>
                <th scope="row" data-column="${words.field}"><code>${name}</code></th>
                <td data-column="${words.problem}"><span>${problem}</span></td>
                <td data-column="${words.rejected}"><code>${JSON.stringify(rejectedValue ?? null)}</code></td>
              </tr>`,
            )}</tbody>
          </table>`
        : ''
    }
  </section>`;
}

const renderBody = (words: SandboxWords, title: string, body: unknown): Markup =>
  html`<h2>${title}</h2>
    ${body === null ? html`<p class="soft">${words.noBody}</p>` : html`<pre tabindex="0">${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}</pre>`}`;
