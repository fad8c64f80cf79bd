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

/** The fields of the filter that have a value, with their labels. */
function chosenOf(words: SandboxWords, query: URLSearchParams): [label: string, value: string][] {
  const labels = { ...words, gymId: words.gym };
  return (['interface', 'operation', 'key', 'status', 'gymId'] as const).flatMap((name) => {
    const value = query.get(name);
    if (!value) return [];
    const names: Readonly<Record<string, string>> = { ...words.interfaces, ...words.statuses };
    return [[labels[name], (name === 'interface' || name === 'status' ? names[value] : undefined) ?? value]];
  });
}

/** Which requests are shown. On a phone the fields are folded, and only the chosen ones are listed. */
export function renderFilter(words: SandboxWords, query: URLSearchParams, isWrong = false): Markup {
  const select = (name: string, label: string, options: Readonly<Record<string, string>>) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">${words.all}</option>
        ${Object.entries(options).map(([value, text]) => html`<option value="${value}" ${query.get(name) === value ? html`selected` : ''}>${text}</option>`)}
      </select>
    </div>`;
  const chosen = chosenOf(words, query);
  return html`<details class="filter" ${isWrong ? html`open` : ''}>
  <summary>${words.filter}</summary>
  <form class="filters" role="search" aria-label="${words.filter}">
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
  </form></details>
  ${
    chosen.length > 0
      ? html`<p class="actions chosen"><span>${words.filtered} ${chosen.map(([label, value]) => `${label}: ${value}`).join(' · ')}</span> <a href="/sandbox">${words.showAll}</a></p>`
      : ''
  }`;
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
  return html`<tr id="request-${requestId}">
    <td data-column="${words.time}"><time datetime="${at}">${format(new Date(at))}</time></td>
    <td data-column="${words.request}"><span class="path"><a href="/sandbox/pages/requests/${requestId}">${operation ?? words.unknownPath}</a> <code>${method} ${path}</code></span></td>
    <td data-column="${words.status}" class="${lookOf(entry)}"><span>${statusOf(words, entry)} ${refusal?.errorCode ?? ''}</span></td>
    <td data-column="${words.duration}"><span class="nowrap">${durationMs} ms</span></td>
    <td data-column="${words.key}">${credential ? html`<code>${credential}</code>` : html`<span>–</span>`}</td>
  </tr>`;
}

export const statusOf = (words: SandboxWords, { status, hasClientLeft }: LogEntry): string =>
  hasClientLeft ? words.clientLeft : status === null ? words.noAnswer : String(status);

const lookOf = ({ status }: LogEntry): string => (status === null || status >= 400 ? 'bad' : 'good');
