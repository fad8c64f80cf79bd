import { describe, expect, it } from 'vitest';
import { demoGyms } from './demo-gyms.ts';
import { drawArrivals, drawLeaving } from './live-moves.ts';
import { createRandom } from './random.ts';

const minuteMs = 60_000;
const friday = (utc: string) => new Date(`2026-11-20T${utc}:00Z`);

/** Arrivals at West per hour, drawn in rounds of twenty seconds and averaged over many hours. */
function arrivalsAnHour(at: Date): number {
  const random = createRandom(1, `arrivals ${at.toISOString()}`);
  const hours = 60;
  let arrivals = 0;
  for (let round = 0; round < hours * 180; round += 1) arrivals += drawArrivals(random, demoGyms.west, at, 20_000);
  return arrivals / hours;
}

describe('arrivals', () => {
  it('are most frequent in the evening, fewer at noon, a few at night', () => {
    const [evening, noon, night] = [
      arrivalsAnHour(friday('17:30')),
      arrivalsAnHour(friday('12:30')),
      arrivalsAnHour(friday('01:30')),
    ];
    expect(evening).toBeGreaterThan(2 * noon);
    expect(noon).toBeGreaterThan(2 * night);
    expect(night).toBeGreaterThan(1);
  });

  it('follow the time zone of the gym, not UTC', () => {
    expect(arrivalsAnHour(friday('17:30'))).toBeGreaterThan(1.5 * arrivalsAnHour(friday('19:30')));
  });

  it('are none in an empty interval', () => {
    expect(drawArrivals(createRandom(1, 'none'), demoGyms.west, friday('17:30'), 0)).toBe(0);
  });
});

describe('a member who is in', () => {
  const now = friday('17:30');
  const cameAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const sharesLeaving = (minutes: number) => {
    const random = createRandom(1, 'leaving');
    const draws = Array.from({ length: 2000 }, () => drawLeaving(random, cameAgo(minutes), now, minuteMs));
    return draws.filter(Boolean).length / draws.length;
  };

  it('stays for half an hour at least, and for two and a half hours at most', () => {
    expect(sharesLeaving(29)).toBe(0);
    expect(sharesLeaving(60)).toBeGreaterThan(0);
    expect(sharesLeaving(60)).toBeLessThan(0.05);
    expect(sharesLeaving(151)).toBe(1);
  });
});
