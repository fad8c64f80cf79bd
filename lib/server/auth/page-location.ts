import 'server-only';
import { eq } from 'drizzle-orm';
import { cookies, headers } from 'next/headers';
import { z } from 'zod';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { locationCookie, locationHeader } from '#lib/wire/tab-location.ts';

/** Where the version before kept it, in a cookie that no script can change. It counts until a tab has written its own. */
const formerCookie = 'location';

/** The location of the tab that asks for a page, or, of a page that is opened newly, the one worked for last. */
export const namedByPage = async (): Promise<string | undefined> =>
  (await namedByTab()) ?? (await lastOfBrowser()).locationId ?? name.parse((await cookies()).get(formerCookie)?.value);

/** Any script and any program of the host can write either. */
const name = z.uuid().optional().catch(undefined);

const namedByTab = async () => name.parse((await headers()).get(locationHeader) ?? undefined);

async function lastOfBrowser(): Promise<{ locationId?: string | undefined; staffId?: string | undefined }> {
  const [locationId, staffId] = (await cookies()).get(locationCookie)?.value.split('.') ?? [];
  return { locationId: name.parse(locationId), staffId: name.parse(staffId) };
}

/** The same, where it is one of these. */
export async function locationOfPage(own: readonly Location[]): Promise<Location | undefined> {
  const named = await namedByPage();
  return own.find(({ id }) => id === named);
}

/**
 * Whether the tab that asks stands for a location that is none of the person's `own`; of a page that is opened newly, whether
 * the tab that was in front last did, if it was theirs. What a browser remembers of a location that is no more counts for
 * nothing.
 */
export async function isTabElsewhere(db: Queryable, staffId: string, own: readonly Location[]): Promise<boolean> {
  const isOwn = (named: string) => own.some(({ id }) => id === named);
  const ofTab = await namedByTab();
  if (ofTab !== undefined) return !isOwn(ofTab);
  const last = await lastOfBrowser();
  if (last.staffId !== staffId || last.locationId === undefined || isOwn(last.locationId)) return false;
  return (await db.$count(locations, eq(locations.id, last.locationId))) > 0;
}
