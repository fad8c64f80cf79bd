import { createSealedStore } from '#lib/browser/base/sealed-store.ts';
import { isReaderProfile } from '#lib/wire/answers/readers.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, oneOf } from '#lib/wire/answers/shape.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { StaffRole, StaffView } from '#lib/wire/staff.ts';

/** The location and user of this browser, stored without their names. */
export interface KeptPlace {
  location: LocationView;
  staff: StaffView;
  /** Whether this user may record visits. */
  hearsScans: boolean;
}

interface Kept extends KeptPlace {
  /** Epoch milliseconds. */
  keptAt: number;
}

const place = {
  id: isText,
  slug: isText,
  name: isText,
  timeZone: isText,
  capacity: nullOr(isNumber),
  checkInOnScan: isFlag,
  keepsScreenAwake: isFlag,
};
const others = {
  staff: objectOf<StaffView>({
    id: isText,
    displayName: isText,
    initials: isText,
    role: oneOf<StaffRole>({ reception: true, trainer: true, manager: true }),
  }),
  hearsScans: isFlag,
  keptAt: isNumber,
};

/** As it was stored while a location had one reader profile. */
interface KeptBefore extends Omit<Kept, 'location'> {
  location: Omit<LocationView, 'readerProfiles'> & { readerProfile: ReaderProfile };
}

const isOfNow = objectOf<Kept>({
  ...others,
  location: objectOf<LocationView>({ ...place, readerProfiles: listOf(isReaderProfile) }),
});
const isOfBefore = objectOf<KeptBefore>({
  ...others,
  location: objectOf<KeptBefore['location']>({ ...place, readerProfile: isReaderProfile }),
});

/** Validates a stored place: whether a page of this version can open with it. */
const isKept: Is<Kept | KeptBefore> = (kept): kept is Kept | KeptBefore => isOfNow(kept) || isOfBefore(kept);

function inTodaysForm(kept: Kept | KeptBefore): Kept {
  if (isOfNow(kept)) return kept;
  const { location, ...rest } = kept as KeptBefore; // safe because: it is one of the two
  const { readerProfile, ...view } = location;
  return { ...rest, location: { ...view, readerProfiles: [readerProfile] } };
}

/** The id under which an earlier version of the desk stored its only place. */
const onlyOne = 'here';

/** A browser may be used for several locations, each in its own tab. */
const openStore = () =>
  createSealedStore<Kept | KeptBefore>({
    database: 'front-desk-place',
    store: 'places',
    idKey: 'id',
    idOf: ({ location }) => location.id,
    isItem: isKept,
  });
type Store = ReturnType<typeof openStore>;

/** Closed after each use: an open store would store its place again after another window has removed it at a sign-out. */
async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore();
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** The part that is stored: ids, a role and settings. */
export const withoutNames = ({ location, staff, hearsScans }: KeptPlace): KeptPlace => ({
  location: { ...location, name: '' },
  staff: { ...staff, displayName: '', initials: '' },
  hearsScans,
});

/** Stores the user of this browser at a location. The places of a user who was signed in before are removed. */
export const keepPlace = (place: KeptPlace): Promise<void> =>
  withStore(async (store) => {
    await forget(store, ({ staff }) => staff.id !== place.staff.id);
    await store.save({ ...withoutNames(place), keptAt: Date.now() });
  });

/**
 * Reads the place of the gym in a URL; for a URL without a gym, the one stored last.
 * @returns null where no user is signed in at this browser, or no such place is stored
 */
export async function readPlace(slug: string | null): Promise<KeptPlace | null> {
  const { items } = await withStore((store) => store.load());
  const places = items.map(inTodaysForm).toSorted((one, other) => other.keptAt - one.keptAt);
  return places.find(({ location }) => slug === null || location.slug === slug) ?? null;
}

export const forgetPlace = (): Promise<void> => withStore((store) => forget(store, () => true));

async function forget(store: Store, isMeant: (place: Kept | KeptBefore) => boolean): Promise<void> {
  const { items, unreadable } = await store.load();
  const meant = items.filter(isMeant).map(({ location }) => location.id);
  // unreadable places are of no use, and their owner is unknown
  await Promise.all([...meant, ...unreadable, onlyOne].map((id) => store.remove(id)));
}
