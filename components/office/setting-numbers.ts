import { type LocationSettings, type NumericSetting, settingLimits } from '#lib/wire/locations.ts';

/** As they stand in the fields. */
export type WrittenNumbers = Record<NumericSetting, string>;

const names = Object.keys(settingLimits) as NumericSetting[]; // safe because: the keys of the limits are the settings
const mayBeEmpty: ReadonlySet<NumericSetting> = new Set(['capacity', 'idleLimitMin']);

export const writeNumbers = (settings: Pick<LocationSettings, NumericSetting>): WrittenNumbers => ({
  repeatWindowS: String(settings.repeatWindowS),
  undoS: String(settings.undoS),
  longestStayH: String(settings.longestStayH),
  capacity: String(settings.capacity ?? ''),
  idleLimitMin: String(settings.idleLimitMin ?? ''),
});

/** Reads the fields; `wrong` names those that are no whole number within their limits. */
export function readNumbers(written: WrittenNumbers): {
  values: Pick<LocationSettings, NumericSetting>;
  wrong: NumericSetting[];
} {
  const wrong = names.filter((name) => !isRight(name, written[name].trim()));
  const { repeatWindowS, undoS, longestStayH, capacity, idleLimitMin } = written;
  return {
    wrong,
    values: {
      repeatWindowS: Number(repeatWindowS),
      undoS: Number(undoS),
      longestStayH: Number(longestStayH),
      capacity: numberOrNone(capacity),
      idleLimitMin: numberOrNone(idleLimitMin),
    },
  };
}

const numberOrNone = (text: string) => (text.trim() === '' ? null : Number(text));

function isRight(name: NumericSetting, text: string): boolean {
  if (text === '') return mayBeEmpty.has(name);
  const { min, max } = settingLimits[name];
  return /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
}
