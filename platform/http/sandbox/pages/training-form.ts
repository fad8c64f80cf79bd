import { html } from 'hono/html';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { mostTraining } from '#platform/http/sandbox/invent-training.ts';
import type { TimeWords } from './time-words.ts';

/** The values of the form, as they were typed. */
export interface TypedTraining {
  members: string;
  days: string;
  until: string;
  seed: string;
  mistake?: string;
}

export const newTraining: TypedTraining = { members: '20', days: '30', until: '', seed: '1' };

/** A form that invents training of a gym's members for a period. */
export function renderTrainingForm(words: TimeWords, action: string, typed: TypedTraining): Markup {
  const { members, days, until, seed, mistake } = typed;
  return html`<p class="soft">${words.trainingText}</p>
    ${mistake ? html`<p class="mistake" role="alert">${mistake}</p>` : ''}
    <form method="post" action="${action}">
      <div class="filters period">
        <div class="field"><label for="members">${words.trainees}</label><input id="members" name="members" type="number" min="1" max="${mostTraining.members}" required value="${members}" /></div>
        <div class="field"><label for="days">${words.days}</label><input id="days" name="days" type="number" min="1" max="${mostTraining.days}" required value="${days}" /></div>
        <div class="field"><label for="until">${words.until}</label><input id="until" name="until" type="date" value="${until}" aria-describedby="until-hint" /><span class="hint" id="until-hint">${words.untilHint}</span></div>
        <div class="field"><label for="seed">${words.seed}</label><input id="seed" name="seed" type="number" min="0" max="999999999" required value="${seed}" aria-describedby="seed-hint" /><span class="hint" id="seed-hint">${words.seedHint}</span></div>
      </div>
      <button class="main">${words.invent}</button>
    </form>`;
}
