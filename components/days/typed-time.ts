import { isTime } from '#lib/wire/time/clock-time.ts';

/**
 * Parses a typed time: `22:30`, `22.30`, `22 30`, `2230`, `9:05`, `905`, `22`, `22 Uhr`.
 * @returns `HH:mm`; null where it is no time
 */
export function readTypedTime(text: string): string | null {
  const plain = text.trim().replace(/\s*(uhr|h)$/i, '');
  const parts = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/.exec(plain);
  if (!parts) return null;
  const [, hours = '', minutes = '00'] = parts;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}
