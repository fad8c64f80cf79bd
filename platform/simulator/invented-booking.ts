import type { Temporal } from 'temporal-polyfill';
import type { DemoGymKey } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { isEntitledOn } from './invent-visits.ts';
import { createRandom } from './random.ts';

export interface DemoBooking {
  gym: DemoGymKey;
  accountId: string;
  product: 'STRENGTH_MACHINE_ADMISSION' | 'PREMIUM';
  startDate: string;
  endDate: string;
}

/** Probability that a member has booked a product of the gym. */
const shares = {
  BASIC: { STRENGTH_MACHINE_ADMISSION: 0.3, PREMIUM: 0.05 },
  PREMIUM: { STRENGTH_MACHINE_ADMISSION: 0.5, PREMIUM: 0.7 },
  PROSPECT: { STRENGTH_MACHINE_ADMISSION: 0.4, PREMIUM: 0 },
  CORPORATE_FITNESS: { STRENGTH_MACHINE_ADMISSION: 0.3, PREMIUM: 0.1 },
} as const;

/** Bookings that are current or start soon. */
export function inventBookings(seed: number, members: readonly DemoMember[], today: Temporal.PlainDate): DemoBooking[] {
  return members
    .filter((member) => isEntitledOn(member, today.toString()))
    .flatMap(({ accountId, gym, membershipId, membershipType }) => {
      const random = createRandom(seed, `bookings ${membershipId}`);
      const likelihood = shares[membershipType];
      return (['STRENGTH_MACHINE_ADMISSION', 'PREMIUM'] as const)
        .filter((product) => random.chance(likelihood[product]))
        .map((product) => ({
          gym,
          accountId,
          product,
          startDate: today
            .add({ days: random.chance(0.9) ? -random.integer(0, 300) : random.integer(1, 14) })
            .toString(),
          endDate: today.add({ days: random.integer(15, 365) }).toString(),
        }));
    });
}
