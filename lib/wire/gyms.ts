import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import type { KeyInUse, Unanswered } from './connection.ts';
import { locationSettings } from './locations.ts';
import { confirmOptOutInput, type OptOutState } from './opt-outs.ts';
import { typedSecret } from './platform-access.ts';
import type { StaffRole } from './staff.ts';

/** A gym at which the current manager works. */
export interface Gym {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
  /** Since when it is not in use; null where it is. */
  retiredAt: string | null;
  /** Since when a retired gym could not match who opted out; null otherwise. */
  optOutsWaitSince: string | null;
  /** The question about many who opted out at once, of a retired gym, which has no page for it; null where there is none. */
  optOutsAsked: OptOutState['asked'];
  /** What a manager has confirmed of it, until a list can be read; missing in an answer of an earlier version. */
  optOutsConfirmed?: OptOutState['confirmed'];
}

/** Who works where, of these gyms. */
export interface GymPerson {
  id: string;
  name: string;
  role: StaffRole;
  isDisabled: boolean;
  gymIds: string[];
}

export interface GymList {
  gyms: Gym[];
  people: GymPerson[];
}

const longestSlug = 60;

export const slugInput = (problem?: string) =>
  z
    .string()
    .max(longestSlug, problem)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, problem);

export const addGymInput = z.object({
  name: locationSettings.shape.name,
  timeZone: locationSettings.shape.timeZone,
  /** In the address of its pages; empty for one made of the name. */
  slug: z.union([z.literal(''), slugInput()]),
  /** Of the platform, without a path. */
  apiUrl: requiredText(500),
  apiKey: typedSecret,
});
export type AddGymInput = z.infer<typeof addGymInput>;

/**
 * The gym is stored only if its platform accepts the key. `addressRefused`: not an address that a key may be sent to. `timeZoneUnknown`: the
 * desk's database knows the time zone by no name.
 */
export type AddGymOutcome =
  | { kind: 'added'; slug: string }
  | { kind: 'nameTaken' | 'slugTaken' | 'timeZoneUnknown' | 'addressRefused' | 'tooManyAttempts' }
  | { kind: 'rejected' | 'permissionMissing' | 'busy' }
  | Unanswered
  | KeyInUse;

export const gymInput = z.object({ gymId: z.uuid() });
export type GymInput = z.infer<typeof gymInput>;

export const confirmGymOptOutInput = gymInput.extend(confirmOptOutInput.shape);
export type ConfirmGymOptOutInput = z.infer<typeof confirmGymOptOutInput>;

/** `present`: how many members may still be checked in, as the manager was told; they are checked out. */
export const retireInput = gymInput.extend({ present: z.number().int().min(0) });
export type RetireInput = z.infer<typeof retireInput>;

/**
 * `unsent`: how many visits, changes of tasks and messages have not reached the platform. `present`: how many members are in, more than the
 * manager was told. `last`: the manager has no other gym.
 */
export type RetireOutcome = { kind: 'retired' | 'last' | 'already' } | { kind: 'unsent' | 'present'; count: number };

export type ReopenOutcome = { kind: 'reopened' | 'already' } | KeyInUse;
