import { clockOfWindow } from '#lib/browser/clock/clock-of-window.ts';
import { randomUuid, type TapPlace } from '#lib/browser/taps/new-tap.ts';

let lastAt = 0;

/** The identity of a change of a task, created once in the page. No two have the same time: the time is their order. */
export function newChange(place: TapPlace) {
  const stamp = clockOfWindow().stamp();
  lastAt = Math.max(stamp.wall, lastAt + 1);
  return { changeId: randomUuid(), locationId: place.locationId, staffId: place.staffId, at: lastAt, stamp };
}
