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

const only = 'here';

const openStore = () =>
  createSealedStore<KeptPlace>({
    ...{ database: 'front-desk-place', store: 'places', idKey: 'id' },
    idOf: () => only,
  });

/** What of it is kept: ids, a role and settings. */
export const withoutNames = ({ location, staff, hearsScans }: KeptPlace): KeptPlace => ({
  location: { ...location, name: '' },
  staff: { ...staff, displayName: '', initials: '' },
  hearsScans,
});

export const keepPlace = (place: KeptPlace): Promise<void> => openStore().save(withoutNames(place));

/** @returns null where nobody is signed in at this browser */
export const readPlace = async (): Promise<KeptPlace | null> => (await openStore().load())[0] ?? null;

export const forgetPlace = (): Promise<void> => openStore().remove(only);
