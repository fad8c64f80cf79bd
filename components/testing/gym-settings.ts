import type { LocationSettings } from '#lib/wire/locations.ts';

/** The settings of a gym in component tests. */
export const gymSettings: LocationSettings = {
  name: 'Munich West',
  timeZone: 'Europe/Berlin',
  checkInOnScan: true,
  expectsPhotos: false,
  repeatWindowS: 60,
  undoS: 10,
  longestStayH: 8,
  capacity: 120,
  keepsScreenAwake: false,
  idleLimitMin: null,
  closingTimes: {},
  closingExceptions: [],
};
