/** A person whom the chain knows, or knew, as both interfaces must return them. */
export interface Person {
  accountId: string;
  userId: number;
  email: string;
  lastName: string;
  city?: string | undefined;
  /** Not part of version 2. */
  heightCm?: number | undefined;
  /** Undefined for a former member. */
  membership: { id: string; isDayGuest?: boolean | undefined; isMigrated: boolean } | undefined;
  isErased: boolean;
}

export interface Booking {
  startDate: string;
  endDate: string;
}

export interface Task {
  taskId: number;
  name: string;
  target: Person;
  /** Undefined once the author was erased. */
  author: Person | undefined;
  completer: Person | undefined;
  isCompleted: boolean;
}

/** An in-memory model of one chain by the rules of both interfaces, without tables, indexes and transactions. */
export interface TwoFacedChain {
  /** In the order of creation. */
  people: Person[];
  /** Holder by card. */
  cards: Map<string, Person>;
  /** `account kind time`, without duplicates. */
  visits: Set<string>;
  /** By account and product. */
  bookings: Map<string, Booking>;
  tasks: Task[];
}

export const emptyChain = (): TwoFacedChain => ({
  people: [],
  cards: new Map(),
  visits: new Set(),
  bookings: new Map(),
  tasks: [],
});

/** Removes everything of a person. */
export function forget(chain: TwoFacedChain, person: Person): void {
  for (const card of cardsOf(chain, person)) chain.cards.delete(card);
  for (const visit of chain.visits) if (visit.startsWith(person.accountId)) chain.visits.delete(visit);
  for (const key of chain.bookings.keys()) if (key.startsWith(person.accountId)) chain.bookings.delete(key);
  chain.tasks = chain.tasks.filter(({ target }) => target !== person);
  for (const task of chain.tasks) {
    if (task.author === person) task.author = undefined;
    if (task.completer === person) task.completer = undefined;
  }
  Object.assign(person, { isErased: true, membership: undefined });
}

export const cardsOf = ({ cards }: TwoFacedChain, holder: Person): string[] =>
  [...cards].flatMap(([card, person]) => (person === holder ? [card] : []));
export const personOfEmail = ({ people }: TwoFacedChain, email: string) =>
  people.find((person) => !person.isErased && person.email === email);
export const memberOf = ({ people }: TwoFacedChain, membershipId: string) =>
  people.find(({ membership }) => membership?.id === membershipId);

/** Version 1 sees every member. */
export const inVersion1 = (person: Person | undefined): 200 | 404 => (person?.membership ? 200 : 404);

/** Version 2 sees migrated members; otherwise the missing entity. */
export function inVersion2(person: Person | undefined): 200 | 'ACCOUNT' | 'MEMBERSHIP' {
  if (!person || person.isErased || isHidden(person)) return 'ACCOUNT';
  return person.membership ? 200 : 'MEMBERSHIP';
}

/** A member whom version 2 does not see before migration. */
export const isHidden = ({ membership }: Person): boolean => membership?.isMigrated === false;

/** The identity in a request. All requests have the same first name and no birthday. */
interface Identity {
  email: string;
  lastName: string;
  membershipId: string;
}

/** The matching person, undefined for a new one; or the refusal. */
type Match<Refusal> = { person: Person | undefined } | { refused: Refusal };

/** A published member is matched by user id, else membership id, else e-mail. */
export function matchOfPublish(chain: TwoFacedChain, wanted: Identity, known?: Person): Match<404 | 409> {
  if (known?.isErased) return { refused: 404 };
  const match = known ?? matchByKeys(chain, wanted);
  if (match === 'refused') return { refused: 409 };
  const isFree = isFreeFor(match, memberOf(chain, wanted.membershipId), personOfEmail(chain, wanted.email));
  return isFree ? { person: match } : { refused: 409 };
}

function matchByKeys(chain: TwoFacedChain, { email, lastName, membershipId }: Identity) {
  const ofId = memberOf(chain, membershipId);
  if (ofId) return ofId.email === email || ofId.lastName === lastName ? ofId : 'refused';
  const ofEmail = personOfEmail(chain, email);
  return !ofEmail || ofEmail.lastName === lastName ? ofEmail : 'refused';
}

const isFreeFor = (person: Person | undefined, ...holders: (Person | undefined)[]): boolean =>
  holders.every((holder) => holder === undefined || holder === person);

type CreationRefusal = 'membershipExists' | 'forbiddenAccountMerge' | 'userEmailConflict' | 'generalConflict';

/**
 * The same person, if hidden from version 2, is migrated. Any other hidden person causes a conflict without a name.
 */
export function matchOfCreate(chain: TwoFacedChain, wanted: Identity): Match<CreationRefusal> {
  const isThem = (person: Person) => isHidden(person) && person.lastName === wanted.lastName;
  const ofId = memberOf(chain, wanted.membershipId);
  if (ofId && !isThem(ofId)) return { refused: conflictWith(ofId, 'membershipExists') };
  const ofEmail = personOfEmail(chain, wanted.email);
  if (ofEmail?.membership && !isThem(ofEmail)) return { refused: conflictWith(ofEmail, 'membershipExists') };
  if (ofId) {
    if (isFreeFor(ofId, ofEmail)) return { person: ofId };
    return { refused: ofEmail && isHidden(ofEmail) ? 'generalConflict' : 'userEmailConflict' };
  }
  if (ofEmail && ofEmail.lastName !== wanted.lastName) return { refused: 'forbiddenAccountMerge' };
  return { person: ofEmail };
}

/** The error of version 2 for a value that belongs to another person; it does not reveal a hidden person. */
const conflictWith = <Code extends string>(holder: Person, code: Code): Code | 'generalConflict' =>
  isHidden(holder) ? 'generalConflict' : code;

/** The error for a change in version 2; undefined if it is possible. */
export function refusalOfChange(
  chain: TwoFacedChain,
  person: Person,
  { email, membershipId }: Partial<Identity>,
): string | undefined {
  const ofId = membershipId === undefined ? undefined : memberOf(chain, membershipId);
  if (ofId && ofId !== person) return conflictWith(ofId, 'membershipExists');
  const ofEmail = email === undefined ? undefined : personOfEmail(chain, email);
  return ofEmail && ofEmail !== person ? conflictWith(ofEmail, 'userEmailConflict') : undefined;
}
