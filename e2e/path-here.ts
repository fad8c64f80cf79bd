import type { Page } from '@playwright/test';
import { type PathAt, pathAt } from '#lib/wire/path-at.ts';

/** The address of something of the location that a page shows, as the page itself asks for it. */
export async function pathHere(page: Page, ...rest: Rest): Promise<PathAt> {
  const locationId = await page.evaluate(() => sessionStorage.getItem('location'));
  if (locationId === null) throw new Error('The page is of no location.');
  return pathAt(locationId, ...rest);
}

type Rest = Parameters<typeof pathAt> extends [string, ...infer After] ? After : never;
