import 'server-only';
import type { AddressName } from '#lib/wire/platform-access.ts';
import type { Reach } from './fetch-within.ts';

/** Which addresses requests to an interface of a location may reach: see `Reach`. */
export const reachOf = (
  { enteredAddresses }: { enteredAddresses: readonly AddressName[] },
  name: AddressName,
): Reach => (enteredAddresses.includes(name) ? 'public' : 'any');
