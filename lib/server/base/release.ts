import 'server-only';
import type { Release } from '#lib/wire/release.ts';
import packageFile from '#package.json' with { type: 'json' };

/** Short enough to read out on the telephone. */
const shortIdLength = 7;

/** @param version the build id that pages compare with their own */
export const releaseOf = (version: string): Release => ({
  number: packageFile.version,
  // a name that the operator chose is shown in full
  build: /^[0-9a-f]{20,}$/.test(version) ? version.slice(0, shortIdLength) : version,
});
