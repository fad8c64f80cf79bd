import type { Ids } from '#platform/base/clock-and-ids.ts';
import { createRandom } from './random.ts';

/** Ids that are always the same for the same name. Not for secrets. */
export function idsFrom(name: string): Ids {
  const random = createRandom(0, name);
  return { uuid: () => random.uuid(), bytes: (length) => Buffer.from(random.hex(length), 'hex') };
}
