import type { Temporal } from 'temporal-polyfill';
import type { DemoEntitlement } from './demo-member.ts';
import type { Random } from './random.ts';

/** The state of a corporate entitlement today. */
const phases = [
  [40, 'open'],
  [30, 'running'],
  [8, 'startsLater'],
  [12, 'ended'],
  [10, 'plus1'],
] as const;

export function inventEntitlement(random: Random, today: Temporal.PlainDate): DemoEntitlement {
  const longAgo = today.subtract({ days: random.integer(20, 1000) });
  const ahead = today.add({ days: random.integer(1, 330) });
  const days = (start: Temporal.PlainDate, end: Temporal.PlainDate | null, plus1 = false): DemoEntitlement => ({
    verificationTan: random.digits(9),
    startsOn: start.toString(),
    endsOn: end?.toString() ?? null,
    plus1,
  });
  switch (random.pickWeighted(phases)) {
    case 'open':
      return days(longAgo, null);
    case 'running':
      return days(longAgo, ahead);
    case 'startsLater':
      return days(today.add({ days: random.integer(1, 40) }), null);
    case 'ended': {
      const end = today.subtract({ days: random.integer(1, 120) });
      return days(end.subtract({ days: random.integer(90, 700) }), end);
    }
    case 'plus1':
      return days(longAgo, random.chance(0.5) ? ahead : null, true);
  }
}
