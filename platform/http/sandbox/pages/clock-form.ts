import { html } from 'hono/html';
import { Temporal } from 'temporal-polyfill';
import type { Language } from '#platform/http/console/shell/language.ts';
import { formatSecond } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { timeWords } from './time-words.ts';

export interface ShownClock {
  now: Date;
  state: 'real' | 'moved' | 'frozen' | 'followed';
  isFrozen: boolean;
  timeZone: string;
  /** Where its forms are sent. */
  action: string;
  /** The time that was typed and cannot be set. */
  wrongTime?: string | undefined;
}

const steps = [
  { name: 'hour', advanceMs: hourMs },
  { name: 'day', advanceMs: dayMs },
  { name: 'week', advanceMs: 7 * dayMs },
  { name: 'month', advanceMs: 30 * dayMs },
] as const;

/** A clock, with forms that move it, stop it and set it back. */
export function renderClock(language: Language, clock: ShownClock): Markup {
  const words = timeWords[language];
  const { now, state, isFrozen, timeZone, action, wrongTime } = clock;
  const isOwn = state === 'moved' || state === 'frozen';
  return html`<p class="actions"><span class="time-now">${formatSecond(now, language, timeZone)}</span> <span class="state ${isOwn ? 'warning' : 'good'}">${words.states[state]}</span></p>
    <div class="actions">
      <form class="actions" method="post" action="${action}">
        <input type="hidden" name="isFrozen" value="${isFrozen ? 'yes' : ''}" />
        <span id="forward">${words.forward}</span>
        ${steps.map(({ name, advanceMs }) => html`<button name="advanceMs" value="${advanceMs}" aria-describedby="forward">${words.steps[name]}</button>`)}
      </form>
      <form method="post" action="${action}"><button name="isFrozen" value="${isFrozen ? '' : 'yes'}">${isFrozen ? words.unfreeze : words.freeze}</button></form>
      ${isOwn ? html`<form method="post" action="${action}/reset"><button>${action.includes('/gyms/') ? words.follow : words.reset}</button></form>` : ''}
    </div>
    <form class="set-clock" method="post" action="${action}">
      <div class="field">
        <label for="now">${words.dateAndTime(timeZone)}</label>
        <input id="now" name="now" type="datetime-local" step="1" required value="${wrongTime ?? toLocalText(now, timeZone)}" ${wrongTime === undefined ? '' : html`aria-invalid="true" aria-describedby="now-wrong"`} />
        ${wrongTime === undefined ? '' : html`<span class="wrong" id="now-wrong" role="alert">${words.wrongTime}</span>`}
      </div>
      <div class="choices"><label><input type="checkbox" name="isFrozen" value="yes" ${isFrozen ? html`checked` : ''} /> ${words.standsStillThere}</label></div>
      <button class="main">${words.setTime}</button>
    </form>`;
}

const toLocalText = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** The instant that the field of the clock names in this zone; undefined if it names none. */
export function readLocalTime(text: string, timeZone: string): string | undefined {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant().toString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
