import { locationCookie } from '#lib/wire/last-location.ts';
import { safeCookie } from '#lib/wire/safe-cookie.ts';
import { dayS } from '#shared/calendar/durations.ts';

const oneYearS = 365 * dayS;

/** Null until a page of a gym is shown. */
let shown: { locationId: string; staffId: string } | null = null;

/**
 * Sets the location and user of this page. A URL that names no gym redirects to the location whose page was in front
 * last.
 */
export function showLocation(locationId: string, staffId: string): void {
  shown = { locationId, staffId };
  if (document.visibilityState === 'visible') rememberLast();
}

/** The page belongs to no location. The remembered one stays until a page of another location is shown. */
export function leaveLocation(): void {
  shown = null;
}

/** Tracks from now on which page is in front. Call once per page. */
export function watchWhichIsInFront(): void {
  // opening a page from this one, or in its place, begins with one of these events
  window.addEventListener('focus', rememberLast);
  window.addEventListener('pointerdown', rememberLast, { capture: true });
  // untrusted: the page itself dispatches `beforeunload` to check whether it may reload, in front or not
  window.addEventListener('beforeunload', ({ isTrusted }) => isTrusted && rememberLast());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') rememberLast();
  });
}

function rememberLast(): void {
  if (shown === null) return;
  const isSecure = window.location.protocol === 'https:';
  const name = isSecure ? safeCookie(locationCookie) : locationCookie;
  // biome-ignore lint/suspicious/noDocumentCookie: the page is about to unload, so the asynchronous Cookie Store API would be too late
  document.cookie = `${name}=${shown.locationId}.${shown.staffId}; path=/; max-age=${oneYearS}; samesite=lax${isSecure ? '; secure' : ''}`;
}
