import 'server-only';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { addPasskeyPath, type GymParams, signInPath } from '#lib/wire/gym-path.ts';
import { addressHeader } from '#lib/wire/page-address.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import { hasLostLast, lastLocation } from './last-location.ts';
import { contextAt, mayDo, requireActive, type SignedIn, type StaffContext } from './load-staff.ts';
import { readOwnLocations } from './own-locations.ts';
import { readStaff } from './require-staff.ts';
import { noteActivity } from './session/sessions.ts';

/** Layout and page of one render both check the permission: React's cache makes that one entry of the audit log. */
const auditOnce = cache((context: StaffContext, permission: StaffPermission) => auditRefusal(context, { permission }));

interface PageContext extends StaffContext {
  /** All locations that the person may switch to, oldest first. */
  locations: readonly Location[];
}

/**
 * The context of a page whose address names a gym. Redirects to the sign-in without a session, and to `/no-access` for a gym
 * that the person does not work for or that does not exist: the two look the same.
 */
export const readPage = async (params: GymParams): Promise<PageContext> => readPageOf((await params).gym);

const readPageOf = cache((slug: string) =>
  openFor(async (_, own) => own.find((location) => location.slug === slug) ?? null),
);

type Choice = (signedIn: SignedIn, own: readonly [Location, ...Location[]]) => Promise<Location | null>;

const chooseLast: Choice = async ({ desk, staff }, own) =>
  (await hasLostLast(desk.db, { staffId: staff.id, own })) ? null : ((await lastLocation(own)) ?? own[0]);

const chooseLastIfActive: Choice = async (signedIn, own) => {
  await requireActive(signedIn);
  return chooseLast(signedIn, own);
};

/** The context of a page whose address names no gym: the gym used last, else the person's first. */
export const readLastPage = cache(() => openFor(chooseLastIfActive));

/**
 * The same for the page that adds the passkey that a session waits for, which needs a gym only for its time zone: where the one used last
 * was taken from the person, the notice of it would lead back to the sign-in.
 */
export const readPageOfPasskey = cache(() =>
  openFor(
    async (signedIn, own) => {
      await requireActive(signedIn);
      return (await lastLocation(own)) ?? own[0];
    },
    { evenWaiting: true },
  ),
);

/** The context of the gym with this slug if it is one of the person's, else as `readLastPage`. */
export const readPageOrLast = (slug: string | undefined): Promise<PageContext> =>
  openFor(async (signedIn, own) => own.find((location) => location.slug === slug) ?? chooseLast(signedIn, own));

async function openFor(choose: Choice, { evenWaiting = false } = {}): Promise<PageContext> {
  try {
    const signedIn = await readStaff(undefined, undefined, evenWaiting);
    if (!signedIn) return await leadToSignIn();
    const locations = await readOwnLocations(signedIn.desk.db, signedIn.staff.id);
    const location = await choose(signedIn, locations);
    if (location === null) redirect('/no-access');
    return { ...(await contextAt(signedIn, location.id)), locations };
  } catch (error) {
    if (!(error instanceof ActionFailure)) throw error;
    return error.code === 'signedOut' ? await leadToSignIn() : redirect('/no-access');
  }
}

/** A session that waits for a passkey is led to the page that adds it. */
async function leadToSignIn(): Promise<never> {
  const address = (await headers()).get(addressHeader);
  if (await readStaff(undefined, undefined, true)) redirect(addPasskeyPath(address ?? '/'));
  return redirect(signInPath(address));
}

/** The same as `readPage`, with a check of the permission. A page that the role may not open answers "not found". */
export async function openPage(permission: StaffPermission, params: GymParams): Promise<StaffContext> {
  const context = await readPage(params);
  if (!mayDo(context, permission)) {
    await auditOnce(context, permission);
    notFound();
  }
  noteActivity(context.desk, context.session);
  return context;
}
