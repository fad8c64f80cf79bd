import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { LogEntry } from '#platform/http/sandbox/log/entry.ts';
import { loggedInterfaces } from '#platform/http/sandbox/log/logged-interfaces.ts';
import type { SandboxWords } from './words.ts';

interface RequestList {
  entries: LogEntry[];
  format: (instant: Date) => string;
}

const operationNames = [
  ...new Set(Object.values(loggedInterfaces).flatMap(({ operations }) => Object.keys(operations))),
];

/** Which requests are shown. */
export function renderFilter(words: SandboxWords, query: URLSearchParams): Markup {
  const select = (name: string, label: string, options: Readonly<Record<string, string>>) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">${words.all}</option>
        ${Object.entries(options).map(([value, text]) => html`<option value="${value}" ${query.get(name) === value ? html`selected` : ''}>${text}</option>`)}
      </select>
    </div>`;
  return html`<form class="filters" role="search" aria-label="${words.filter}">
    ${query.get('gymId') ? html`<input type="hidden" name="gymId" value="${query.get('gymId')}" />` : ''}
    ${select('interface', words.interface, words.interfaces)}
    <div class="field">
      <label for="operation">${words.operation}</label>
      <input id="operation" name="operation" list="operations" maxlength="100" value="${query.get('operation') ?? ''}" autocomplete="off" spellcheck="false" />
      <datalist id="operations">${operationNames.map((name) => html`<option value="${name}"></option>`)}</datalist>
    </div>
    <div class="field">
      <label for="key">${words.key}</label>
      <input id="key" name="key" maxlength="100" value="${query.get('key') ?? ''}" title="${words.keyHint}" autocomplete="off" spellcheck="false" />
    </div>
    ${select('status', words.status, words.statuses)}
    <div><button class="main">${words.show}</button></div>
  </form>`;
}

export function renderRequests(words: SandboxWords, { entries, format }: RequestList): Markup {
  if (entries.length === 0) return html`<p class="soft">${words.noRequests}</p>`;
  return html`<table class="stacked requests">
    <thead><tr>${[words.time, words.request, words.status, words.duration, words.key].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${entries.map((entry) => renderRow(words, entry, format))}</tbody>
  </table>`;
}

function renderRow(words: SandboxWords, entry: LogEntry, format: RequestList['format']): Markup {
  const { requestId, at, method, path, operation, durationMs, credential, refusal } = entry;
  return html`<tr>
    <td data-column="${words.time}"><time datetime="${at}">${format(new Date(at))}</time></td>
    <td data-column="${words.request}"><span class="path"><a href="/sandbox/pages/requests/${requestId}">${operation ?? words.unknownPath}</a> <code>${method} ${path}</code></span></td>
    <td data-column="${words.status}" class="${lookOf(entry)}"><span>${statusOf(words, entry)} ${refusal?.errorCode ?? ''}</span></td>
    <td data-column="${words.duration}"><span class="nowrap">${durationMs} ms</span></td>
    <td data-column="${words.key}">${credential ? html`<code>${credential}</code>` : html`<span>–</span>`}</td>
  </tr>`;
}

export const statusOf = (words: SandboxWords, { status }: LogEntry): string =>
  status === null ? words.noAnswer : String(status);

const lookOf = ({ status }: LogEntry): string => (status === null || status >= 400 ? 'bad' : 'good');
