import { createSealedStore } from '#lib/browser/base/sealed-store.ts';
import { type Is, isFlag, isNumber, isText, maybe, nullOr, objectOf, oneOf } from '#lib/wire/answers/shape.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { CardByteLength, ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { StaffRole, StaffView } from '#lib/wire/staff.ts';

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

const isByteLength = (kept: unknown): kept is CardByteLength =>
  typeof kept === 'number' && Object.hasOwn(byteLengths, kept);
const byteLengths: Record<CardByteLength, true> = { 3: true, 4: true, 5: true, 7: true, 8: true, 10: true };

const isReaderProfile = objectOf<ReaderProfile>({
  format: oneOf({ hex: true, decimal: true, wiegand26: true }),
  byteOrder: oneOf({ asRead: true, reversed: true }),
  byteLength: (kept): kept is CardByteLength | 'auto' => kept === 'auto' || isByteLength(kept),
  nfcPrefix: maybe(isText),
  endKey: maybe(oneOf({ enter: true, tab: true, none: true })),
});

/** Whether a page of this version can open with it. */
const isKept: Is<Kept> = objectOf<Kept>({
  location: objectOf<LocationView>({
    id: isText,
    slug: isText,
    name: isText,
    timeZone: isText,
    capacity: nullOr(isNumber),
    checkInOnScan: isFlag,
    keepsScreenAwake: isFlag,
    readerProfile: isReaderProfile,
  }),
  staff: objectOf<StaffView>({
    id: isText,
    displayName: isText,
    initials: isText,
    role: oneOf<StaffRole>({ reception: true, trainer: true, manager: true }),
  }),
  hearsScans: isFlag,
  keptAt: isNumber,
});

/** Under this id an earlier version of the desk kept the one place it knew of. */
const onlyOne = 'here';

/** A browser may stand for several locations, each in a tab of its own. */
const openStore = () =>
  createSealedStore<Kept>({
    database: 'front-desk-place',
    store: 'places',
    idKey: 'id',
    idOf: ({ location }) => location.id,
    isItem: isKept,
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
 * The place of the gym in an address, and of no other; of an address without a gym, the one that was kept last.
 * @returns null where nobody is signed in at this browser, or its place is not kept
 */
export async function readPlace(slug: string | null): Promise<KeptPlace | null> {
  const { items } = await openStore().load();
  const places = items.toSorted((one, other) => other.keptAt - one.keptAt);
  return places.find(({ location }) => slug === null || location.slug === slug) ?? null;
}

export const forgetPlace = (): Promise<void> => forget(() => true);

async function forget(isMeant: (place: Kept) => boolean): Promise<void> {
  const store = openStore();
  const { items, unreadable } = await store.load();
  const meant = items.filter(isMeant).map(({ location }) => location.id);
  // whose the unreadable ones are nobody can say, and they are of no use
  await Promise.all([...meant, ...unreadable, onlyOne].map((id) => store.remove(id)));
}
