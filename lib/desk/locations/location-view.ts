import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import type { LocationView } from '#lib/wire/locations.ts';

/** What the browser may know of a location; its address and keys stay here. */
export const locationView = (location: Location): LocationView => ({
  id: location.id,
  name: location.name,
  timeZone: location.timeZone,
  capacity: location.capacity,
  checkInOnScan: location.checkInOnScan,
  readerProfile: location.readerProfile,
});
