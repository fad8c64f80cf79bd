import type { ReaderProfile, ReaderProfiles } from './reader-profile.ts';

/** Whether two lists have the same profiles in the same order. The order of their properties does not count. */
export const areSameProfiles = (ones: ReaderProfiles, others: ReaderProfiles): boolean =>
  textOf(ones) === textOf(others);

const textOf = (profiles: ReaderProfiles): string => JSON.stringify(profiles.map(propertiesOf));

const propertiesOf = (profile: ReaderProfile): unknown[] =>
  Object.entries(profile)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => one.localeCompare(other));
