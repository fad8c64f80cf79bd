import { locationCookie, locationHeader } from '#lib/wire/tab-location.ts';

/** Kept as long as the tab, over a reload too. */
const place = 'location';
const oneYearS = 365 * 24 * 60 * 60;

/** Null until a page is shown. */
let shown: string | null = null;
let person = '';

/**
 * Says which location this tab shows, and asks for, from now on. What the server makes of a page it learns with each
 * request, since another tab of the browser may show another location; a page that is opened newly is of the location
 * whose tab was in front last.
 * @param staffId who is signed in; left out where that is who it was
 */
export function showLocation(locationId: string, staffId = person): void {
  shown = locationId;
  person = staffId;
  sessionStorage.setItem(place, locationId);
  if (document.visibilityState === 'visible') rememberLast();
}

/** A page that is of no location is shown, and the next may be of any. */
export function leaveLocation(): void {
  shown = null;
  sessionStorage.removeItem(place);
  writeLast('', 0);
}

/** Which location this tab showed last, before it was loaded anew too; null where none was. */
export const locationOfTab = (): string | null => shown ?? sessionStorage.getItem(place);

/** Has every request of the page name the location of its tab. Once for each page, before anything is asked for. */
export function nameLocation(): void {
  const send = window.fetch;
  window.fetch = (resource, init) => {
    if (shown === null) return send(resource, init);
    const headers = new Headers(init?.headers ?? (resource instanceof Request ? resource.headers : undefined));
    headers.set(locationHeader, shown);
    return send(resource, { ...init, headers });
  };
  // what is opened from this tab, or in its place, begins with one of these
  window.addEventListener('focus', rememberLast);
  window.addEventListener('pointerdown', rememberLast, { capture: true });
  // a page asks itself in the same way whether it may be loaded anew, in front or not
  window.addEventListener('beforeunload', ({ isTrusted }) => isTrusted && rememberLast());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') rememberLast();
  });
}

function rememberLast(): void {
  if (shown !== null) writeLast(`${shown}.${person}`, oneYearS);
}

function writeLast(value: string, maxAgeS: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the page is about to be left, and nothing that takes a moment comes in time
  document.cookie = `${locationCookie}=${value}; path=/; max-age=${maxAgeS}; samesite=lax${secure}`;
}
