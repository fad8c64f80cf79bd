import 'server-only';
import { readInstant } from '#lib/server/base/calendar.ts';

/**
 * Whether the timestamp of an event, in any form that a platform may send, is precise enough to tell the event from others. Some
 * timestamps are the same in many events: a day without a time, also written as its midnight without a zone, or the constant that stands
 * for no value.
 */
export function tellsApart(timestamp: number | string | null | undefined): boolean {
  const text = String(timestamp ?? '').trim();
  const instant = readInstant(text);
  if (instant) return isPlausible(instant.getTime());
  const [inText] = text.match(/(?<!\d)\d{13}(?!\d)/) ?? [];
  return isPlausibleNumber(Number(text)) || isPlausibleNumber(Number(inText)) || hasDateAndTime(spread(text));
}

/** Earlier ones are constants: the days on which clocks begin (1970, 2000, 2001), or the year 1, in any time zone. */
const earliest = Date.parse('2001-01-02T00:00:00Z');
const tooLate = Date.parse('2100-01-01T00:00:00Z');

const isPlausible = (at: number) => at >= earliest && at < tooLate;

/** In seconds, milliseconds, microseconds or nanoseconds: a plausible number is so in one of them only. */
const isPlausibleNumber = (number: number) =>
  [1_000, 1, 1 / 1_000, 1 / 1_000_000].some((unitMs) => isPlausible(number * unitMs));

/** Separates the time of day of a compact form such as 20261121T100500. */
const spread = (text: string) => text.replace(/(?<!\d)(20\d\d-?[01]\d-?[0-3]\d)[T _]?([0-2]\d)([0-5]\d)/, '$1 $2:$3:');

/** Anywhere in a date. Years as of `earliest`. */
const year = /(?<!\d)20(?!0[01])\d\d([01]\d[0-3]\d)?(?!\d)/;
/** Not the offset of a zone. */
const timeOfDay = /(?<![\d:+-])\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[AP]M)?/i;
const midnight = /^(0?0|12(?=.*AM)):00(:00(\.0+)?)?( ?AM)?$/i;

function hasDateAndTime(text: string): boolean {
  const [time] = text.match(timeOfDay) ?? [];
  return year.test(text) && time !== undefined && !midnight.test(time);
}
