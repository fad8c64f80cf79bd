import { useSyncExternalStore } from 'react';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';

const lookEveryMs = 20_000;

/**
 * The current day at a location, `yyyy-MM-dd`. It updates on a page that stays open over midnight or whose computer
 * slept.
 * @param aheadMs how far the desk's clock is ahead of the browser's now
 */
export const useToday = (timeZone: string, aheadMs: () => number): string => {
  const today = () => dayInZone(Date.now() + aheadMs(), timeZone);
  return useSyncExternalStore(subscribe, today, today);
};

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookEveryMs);
  window.addEventListener('focus', onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}
