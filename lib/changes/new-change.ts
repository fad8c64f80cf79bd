import { randomUuid, type TapPlace } from '#lib/taps/new-tap.ts';

let lastAt = 0;

/** The identity of a change of a task, minted once in the page. No two have the same time: it is their order. */
export function newChange(place: TapPlace) {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return { changeId: randomUuid(), locationId: place.locationId, staffId: place.staffId, at: lastAt };
}
