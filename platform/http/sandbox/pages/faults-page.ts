import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { listFaults } from '#platform/services/sandbox/faults/list.ts';
import { faultPresets } from '#platform/services/sandbox/faults/presets.ts';
import type { SandboxWords } from './words.ts';

/** The values of a rejected form, and what is wrong with them. */
export interface TypedFault {
  name: string;
  rule: string;
  mistake: string;
}

interface FaultList {
  faults: Awaited<ReturnType<typeof listFaults>>;
  typed: TypedFault | undefined;
}

const presetNames = Object.keys(faultPresets) as (keyof typeof faultPresets)[]; // safe because: it is a closed literal

/** The rules that are set, the presets, and a form for any other rule. */
export function renderFaults(words: SandboxWords, { faults, typed }: FaultList): Markup {
  const isSet = (name: string) => faults.some((fault) => fault.name === name);
  return html`<section aria-labelledby="presets">
      <h2 id="presets">${words.presetsTitle}</h2>
      <div class="actions presets">${presetNames.map((name) => renderPreset(words, name, isSet(name)))}</div>
    </section>
    <section class="card" aria-labelledby="set">
      <h2 id="set">${words.rulesTitle}</h2>
      ${faults.length === 0 ? html`<p class="soft">${words.noRules}</p>` : renderRules(words, faults)}
    </section>
    <details class="card" ${typed ? html`open` : ''}>
      <summary>${words.otherRule}</summary>
      <p class="soft">${words.otherRuleText}</p>
      <form method="post" action="/sandbox/pages/faults">
        <div class="field">
          <label for="name">${words.ruleName}</label>
          <input id="name" name="name" maxlength="100" pattern="[\\w.\\-]+" required value="${typed?.name ?? ''}" autocomplete="off" spellcheck="false" />
        </div>
        <div class="field">
          <label for="rule">${words.rule}</label>
          <textarea id="rule" name="rule" rows="6" class="mono" spellcheck="false" ${typed ? html`aria-invalid="true" aria-describedby="rule-wrong"` : ''}>${typed?.rule ?? '{ "operations": ["checkin"], "status": 503, "times": 1 }'}</textarea>
          ${typed ? html`<span class="wrong" id="rule-wrong" role="alert">${typed.mistake}</span>` : ''}
        </div>
        <button class="main">${words.setRule}</button>
      </form>
    </details>`;
}

function renderPreset(words: SandboxWords, name: keyof typeof faultPresets, isSet: boolean): Markup {
  return html`<form method="post" action="/sandbox/pages/faults/${name}/${isSet ? 'end' : 'preset'}">
    <button aria-pressed="${String(isSet)}">${words.presets[name]}</button>
  </form>`;
}

const renderRules = (words: SandboxWords, faults: FaultList['faults']): Markup =>
  html`<ul class="plain rows">${faults.map(
    ({ name, timesLeft, ...rule }) => html`<li class="row">
      <div><b>${name}</b>${timesLeft === undefined ? '' : html` <span class="soft small">${words.timesLeft(timesLeft)}</span>`}<br /><code>${JSON.stringify(rule)}</code></div>
      <form method="post" action="/sandbox/pages/faults/${name}/end"><button aria-label="${words.endRuleOf(name)}">${words.endRule}</button></form>
    </li>`,
  )}</ul>
  <form method="post" action="/sandbox/pages/faults/end"><button class="danger">${words.endAll}</button></form>`;
