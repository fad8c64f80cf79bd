import { type ClosingException, weekdays } from './closing-times.ts';
import type { LocationSettings } from './locations.ts';

/** The outcome of changing settings. If there are conflicts, nothing is saved. */
export type SettingsOutcome<Settings, Name extends string> =
  | { kind: 'saved'; now: Settings }
  | { kind: 'changedMeanwhile'; now: Settings; conflicts: Name[] };

/**
 * The outcome of changing a part of a location's settings. `saved`: as stored, where the time zone may have another name than
 * the one that was sent. `nameTaken`: another gym of the desk has the name. `timeZoneUnknown`: the desk's database knows the time zone by no
 * name.
 */
export type LocationSettingsOutcome =
  | SettingsOutcome<LocationSettings, string>
  | { kind: 'nameTaken' }
  | { kind: 'timeZoneUnknown' };

/** One property per value: closing times by their weekday, exceptions by their day. */
export type FlatSettings = Readonly<Record<string, string | number | boolean | null>>;

const closedAllDay = 'closed';

/** `18:00 Christmas Eve`, `closed Christmas`. */
const writeException = ({ time, note }: ClosingException): string => `${time ?? closedAllDay} ${note}`.trim();

/** The exception that a flat value stands for. */
export function readException(day: string, written: string): ClosingException {
  const [time = closedAllDay, ...note] = written.split(' ');
  return { day, time: time === closedAllDay ? null : time, note: note.join(' ') };
}

export const isExceptionName = (name: string): boolean => /^\d{4}-/.test(name);

/** Of all settings, or of a part of them. */
export const flattenSettings = ({
  closingTimes,
  closingExceptions,
  ...settings
}: Partial<LocationSettings>): FlatSettings => ({
  ...settings,
  ...(closingTimes && Object.fromEntries(weekdays.map((weekday) => [weekday, closingTimes[weekday] ?? null]))),
  ...(closingExceptions && Object.fromEntries(closingExceptions.map((one) => [one.day, writeException(one)]))),
});

const isWeekday = (name: string): boolean => weekdays.some((weekday) => weekday === name);

/** The opposite of `flattenSettings`, for settings or a part of them that had closing times. */
export function foldSettings(flat: FlatSettings): Record<string, unknown> {
  const entries = Object.entries(flat);
  const exceptions = entries.flatMap(([name, value]) =>
    isExceptionName(name) && typeof value === 'string' ? [readException(name, value)] : [],
  );
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isWeekday(name) && !isExceptionName(name))),
    closingTimes: Object.fromEntries(entries.filter(([name, value]) => isWeekday(name) && value !== null)),
    closingExceptions: exceptions.toSorted((one, other) => one.day.localeCompare(other.day)),
  };
}

/**
 * Three-way merge of a user's settings with the current ones: each changed setting takes the value of who changed it.
 * @param base the settings when the form was opened
 * @returns `conflicts`: settings that both changed to different values; `merged` has this user's values for them. A setting
 * that this user removed is undefined.
 */
export function mergeSettings<Settings extends object>(
  base: Settings,
  mine: Settings,
  now: Settings,
): { merged: Settings; conflicts: (keyof Settings & string)[] } {
  const names = Object.keys({ ...base, ...mine }) as (keyof Settings & string)[]; // safe because: an object has its own keys
  const touched = names.filter((name) => mine[name] !== base[name]);
  const merged = { ...now };
  for (const name of touched) merged[name] = mine[name];
  const conflicts = touched.filter((name) => now[name] !== base[name] && now[name] !== mine[name]);
  return { merged, conflicts };
}
