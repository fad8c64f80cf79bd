import type { Asker } from './ask.ts';
import type { Gym, PlatformUnderTest } from './platform-under-test.ts';

/** The tools for generating the traffic of an interface. */
export interface Stage {
  ask: Asker;
  gym: Gym;
  platform: PlatformUnderTest;
}

/** An id that no platform has issued. */
export const nobody = '00000000-0000-4000-8000-000000000000';

/** Credentials that no platform has issued. */
export const unknownKey = { 'x-api-key': 'unknown' };
export const unknownToken = { 'x-access-token': 'unknown' };
