import { type LocationSettings, type Weekday, weekdays } from './locations.ts';

/** The outcome of changing settings. If there are conflicts, nothing is saved. */
export type SettingsOutcome<Settings, Name extends string> =
  | { kind: 'saved'; now: Settings }
  | { kind: 'changedMeanwhile'; now: Settings; conflicts: Name[] };

type FlatSettings = Omit<LocationSettings, 'closingTimes'> & Record<Weekday, string | null>;
export type SettingName = keyof FlatSettings;

const noTimes = Object.fromEntries(weekdays.map((weekday) => [weekday, null])) as Record<Weekday, null>; // safe because: every day is there

/** One property per value; null for a day without a closing time. */
export const flattenSettings = ({ closingTimes, ...settings }: LocationSettings): FlatSettings => ({
  ...settings,
  ...noTimes,
  ...closingTimes,
});

export function foldSettings(flat: FlatSettings): LocationSettings {
  const { monday, tuesday, wednesday, thursday, friday, saturday, sunday, ...settings } = flat;
  const times = { monday, tuesday, wednesday, thursday, friday, saturday, sunday };
  return { ...settings, closingTimes: Object.fromEntries(Object.entries(times).filter(([, time]) => time !== null)) };
}

/**
 * Three-way merge of a user's settings with the current ones: each changed setting takes the value of who changed it.
 * @param base the settings when the form was opened
 * @returns `conflicts`: settings that both changed to different values; `merged` has this user's values for them
 */
export function mergeSettings<Settings extends object>(
  base: Settings,
  mine: Settings,
  now: Settings,
): { merged: Settings; conflicts: (keyof Settings & string)[] } {
  const names = Object.keys(mine) as (keyof Settings & string)[]; // safe because: an object has its own keys
  const touched = names.filter((name) => mine[name] !== base[name]);
  const merged = { ...now };
  for (const name of touched) merged[name] = mine[name];
  const conflicts = touched.filter((name) => now[name] !== base[name] && now[name] !== mine[name]);
  return { merged, conflicts };
}
