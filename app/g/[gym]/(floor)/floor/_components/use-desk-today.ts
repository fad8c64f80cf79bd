import { useToday } from '#components/hooks/use-today.ts';
import { aheadOfWindow } from '#lib/browser/clock/ahead-of-window.ts';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';

interface DeskToday {
  /** As the desk said with the list. */
  today: string | undefined;
  /** When the list was read, epoch milliseconds by this device's clock; 0 while there is none. */
  readAt: number;
  timeZone: string;
}

/** The gym's today, on a tablet whose list may have been read before midnight. */
export function useDeskToday({ today, readAt, timeZone }: DeskToday): string {
  const now = useToday(timeZone, aheadOfWindow);
  const isOfDayBefore = readAt > 0 && dayInZone(readAt + aheadOfWindow(), timeZone) < now;
  return today === undefined || (isOfDayBefore && today < now) ? now : today;
}
