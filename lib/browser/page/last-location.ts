import { locationCookie } from '#lib/wire/last-location.ts';
import { dayS } from '#shared/calendar/durations.ts';

const oneYearS = 365 * dayS;

/** Null until a page of a gym is shown. */
let shown: { locationId: string; staffId: string } | null = null;

/**
 * Says of which location this page is and who is signed in. An address that names no gym leads to the location whose page
 * was in front last.
 */
export function showLocation(locationId: string, staffId: string): void {
  shown = { locationId, staffId };
  if (document.visibilityState === 'visible') rememberLast();
}

/** A page is shown that is of no location. Which one was shown last stays as it is until another is. */
export function leaveLocation(): void {
  shown = null;
}

/** Remembers which page is in front, from now on. Once for each page. */
export function watchWhichIsInFront(): void {
  // what is opened from this page, or in its place, begins with one of these
  window.addEventListener('focus', rememberLast);
  window.addEventListener('pointerdown', rememberLast, { capture: true });
  // a page asks itself in the same way whether it may be loaded anew, in front or not
  window.addEventListener('beforeunload', ({ isTrusted }) => isTrusted && rememberLast());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') rememberLast();
  });
}

function rememberLast(): void {
  if (shown === null) return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the page is about to be left, and nothing that takes a moment comes in time
  document.cookie = `${locationCookie}=${shown.locationId}.${shown.staffId}; path=/; max-age=${oneYearS}; samesite=lax${secure}`;
}
