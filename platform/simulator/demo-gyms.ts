export const demoTimeZone = 'Europe/Berlin';

/** The fixed id of the demo chain, for every seed. If a database contains it, the demo was written. */
export const demoChain = { chainId: 'de300000-0000-4000-8000-000000000000', name: 'Quellgrund Fitness' } as const;

/** Owner of the gym München West. The account has no password: a link of the sandbox signs it in. */
export const demoOwnerEmail = 'owner@demo.example';

export const demoGymKeys = ['west', 'ost'] as const;
export type DemoGymKey = (typeof demoGymKeys)[number];

export interface DemoGym {
  gymId: string;
  name: string;
  timeZone: string;
  /** Maximum number of people in the gym at once. */
  capacity: number;
  corporateNetwork: boolean;
  plus1: boolean;
  /** The gym's share of the demo chain's members, as a weight. */
  share: number;
  /** Number of members in the gym when the demo starts. */
  membersIn: number;
}

/**
 * Together the gyms show all four refusals of corporate fitness: West is in the network without a guest programme,
 * Ost is not in the network.
 */
export const demoGyms: Readonly<Record<DemoGymKey, DemoGym>> = {
  west: {
    gymId: 'de300000-0000-4000-8000-000000000001',
    name: 'München West',
    timeZone: demoTimeZone,
    capacity: 120,
    corporateNetwork: true,
    plus1: false,
    share: 62,
    membersIn: 37,
  },
  ost: {
    gymId: 'de300000-0000-4000-8000-000000000002',
    name: 'München Ost',
    timeZone: demoTimeZone,
    capacity: 80,
    corporateNetwork: false,
    plus1: false,
    share: 38,
    membersIn: 12,
  },
};
