import 'server-only';
import type { Release } from '#lib/wire/release.ts';
import packageFile from '#package.json' with { type: 'json' };

/** As much of the id of a build as is read out on the telephone. */
const spokenLength = 7;

/** @param version what pages compare to know their own build */
export const releaseOf = (version: string): Release => ({
  number: packageFile.version,
  // an operator's own name of it is told whole
  build: /^[0-9a-f]{20,}$/.test(version) ? version.slice(0, spokenLength) : version,
});
