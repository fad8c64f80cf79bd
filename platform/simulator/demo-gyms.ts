export const demoTimeZone = 'Europe/Berlin';

/** The demo chain's own id, the same under every seed: a database that has it is seeded. */
export const demoChain = { chainId: 'de300000-0000-4000-8000-000000000000', name: 'Quellgrund Fitness' } as const;

/** Owns the gym München West. Has no password: a link of the sandbox signs it in. */
export const demoOwnerEmail = 'owner@demo.example';

export const demoGymKeys = ['west', 'ost'] as const;
export type DemoGymKey = (typeof demoGymKeys)[number];

export interface DemoGym {
  gymId: string;
  name: string;
  timeZone: string;
  /** How many people may be in at once. */
  capacity: number;
  corporateNetwork: boolean;
  plus1: boolean;
  /** How many of the members of the demo chain belong to this gym, as a weight. */
  share: number;
  /** How many members are in when the demo starts. */
  membersIn: number;
}

/**
 * Between them the gyms show all four refusals of corporate fitness: West is in the network without a
 * guest programme, Ost is not in the network.
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
