import { z } from 'zod';

/** How many days ahead the ends of contracts can be listed. */
export const endsWithin = [30, 60, 90] as const;
/** From how many visits on prospects can be listed. */
export const leastVisits = [1, 2, 3, 5] as const;

/** What the address of the report chooses; anything else in it is left out. */
export const contractsChoice = z.object({
  within: z.coerce.number().pipe(z.literal(endsWithin)).catch(30),
  visits: z.coerce.number().pipe(z.literal(leastVisits)).catch(2),
});
export type ContractsChoice = z.infer<typeof contractsChoice>;

/** The lists of members in the report, in their order. */
export const contractLists = ['ending', 'prospects', 'notStarted', 'notSeen', 'birthdays'] as const;
export type ContractList = (typeof contractLists)[number];

/** What each file of the report has: members of a list, or the months. */
export const contractsFile = contractsChoice.extend({ list: z.enum([...contractLists, 'newMembers']) });
export type ContractsFile = z.infer<typeof contractsFile>;

/** Days back in which the visits of listed members are counted. */
export const recentDays = 30;
/** The same for prospects: they decide slowly. */
export const prospectDays = 90;
/** The days back in which a list counts the visits of its members. */
export const visitDaysOf = (list: ContractList): number => (list === 'prospects' ? prospectDays : recentDays);
/** The days of the birthdays, today among them. */
export const birthdayDays = 7;
/** The months of new members, this one among them. */
export const newMemberMonths = 12;

export interface ListedMember {
  accountId: string;
  displayName: string;
  membershipId: string | null;
  membershipType: string | null;
  /** The last or the first day of the contract, or the birthday, `yyyy-MM-dd`; null for prospects. */
  day: string | null;
  /** The age on that day. */
  age: number | null;
  /** In the days in which the list counts them. */
  visits: number;
  /** ISO instant; null where no visit is known here. */
  lastVisitAt: string | null;
}

export interface ListOfMembers {
  /** Not all of them, if there are many. */
  members: readonly ListedMember[];
  total: number;
  /** Of contracts, how many of all of them came in the last {@link recentDays}; of birthdays, how many are today; null of other lists. */
  marked: number | null;
}

export interface NewMembersOfMonth {
  /** `yyyy-MM`. */
  month: string;
  /** Contracts that began, until today. */
  begun: number;
  /** Members whom Front Desk first saw then; null in months before it could see who is new. */
  firstSeen: number | null;
}

/** The report about contracts. Days are days in the time zone of the location. */
export interface ContractsReport {
  today: string;
  timeZone: string;
  /** The last day on which listed contracts end. */
  until: string;
  lists: Readonly<Record<ContractList, ListOfMembers>>;
  months: readonly NewMembersOfMonth[];
  /** The first day of which visits are known here; null without one. */
  visitsSince: string | null;
  /** When Front Desk first read the members, a day; null where it does not know. */
  membersSince: string | null;
  /** Members of this gym without prospects, and how many of them the lists cannot show. */
  of: { members: number; withoutEnd: number; withoutStart: number; withoutBirthday: number; ofOtherGyms: number };
}
