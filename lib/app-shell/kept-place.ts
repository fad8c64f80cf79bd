import { createSealedStore } from '#lib/browser/sealed-store.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { StaffView } from '#lib/wire/staff.ts';

/** Whose counter a browser is, without the names of either. */
export interface KeptPlace {
  location: LocationView;
  staff: StaffView;
  /** Whether this person may record visits. */
  hearsScans: boolean;
}

interface Kept extends KeptPlace {
  /** Epoch milliseconds. */
  keptAt: number;
}

/** Under this id an earlier version of the desk kept the one place it knew of. */
const onlyOne = 'here';

/** A browser may stand for several locations, each in a tab of its own. */
const openStore = () =>
  createSealedStore<Kept>({
    ...{ database: 'front-desk-place', store: 'places', idKey: 'id' },
    idOf: ({ location }) => location.id,
  });

/** What of it is kept: ids, a role and settings. */
export const withoutNames = ({ location, staff, hearsScans }: KeptPlace): KeptPlace => ({
  location: { ...location, name: '' },
  staff: { ...staff, displayName: '', initials: '' },
  hearsScans,
});

/** Keeps whose counter the browser is at a location. Of somebody who was signed in before, nothing is left. */
export async function keepPlace(place: KeptPlace): Promise<void> {
  await forget(({ staff }) => staff.id !== place.staff.id);
  await openStore().save({ ...withoutNames(place), keptAt: Date.now() });
}

/**
 * The place of a tab that showed a location before it was loaded anew, and of no other; of a new tab, the one that was kept
 * last.
 * @returns null where nobody is signed in at this browser, or its place is not kept
 */
export async function readPlace(locationId: string | null): Promise<KeptPlace | null> {
  const { items } = await openStore().load();
  const places = items.toSorted((one, other) => other.keptAt - one.keptAt);
  return places.find(({ location }) => locationId === null || location.id === locationId) ?? null;
}

export const forgetPlace = (): Promise<void> => forget(() => true);

async function forget(isMeant: (place: Kept) => boolean): Promise<void> {
  const store = openStore();
  const { items, unreadable } = await store.load();
  const meant = items.filter(isMeant).map(({ location }) => location.id);
  // whose the unreadable ones are nobody can say, and they are of no use
  await Promise.all([...meant, ...unreadable, onlyOne].map((id) => store.remove(id)));
}
