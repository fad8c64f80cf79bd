import type { Page } from '@playwright/test';
import { locationCookie } from '#lib/wire/last-location.ts';
import { type PathAt, pathAt } from '#lib/wire/path-at.ts';

/** The URL of a read for the location of the current page, as the page itself requests it. */
export async function pathHere(page: Page, ...rest: Rest): Promise<PathAt> {
  const last = (await page.context().cookies()).find(({ name }) => name === locationCookie);
  const [locationId] = last?.value.split('.') ?? [];
  if (!locationId) throw new Error('The page is of no location.');
  return pathAt(locationId, ...rest);
}

type Rest = Parameters<typeof pathAt> extends [string, ...infer After] ? After : never;
