export type VisitKind = 'CHECKIN' | 'CHECKOUT';

/** A person whom the chain knows, or knew. */
export interface ModelPerson {
  accountId: string;
  email: string;
  lastName: string;
  /** Undefined for a former member. */
  membershipId: string | undefined;
  isErased: boolean;
}

/** One chain by the rules alone: without tables, indexes and transactions. */
export interface ModelChain {
  /** In the order of creation. */
  people: ModelPerson[];
  /** Holder by card. */
  cards: Map<string, ModelPerson>;
  /** `account kind time`, without duplicates. */
  visits: Set<string>;
}

export const emptyChain = (): ModelChain => ({ people: [], cards: new Map(), visits: new Set() });

export const isMember = ({ membershipId }: ModelPerson): boolean => membershipId !== undefined;
export const membersOf = ({ people }: ModelChain): ModelPerson[] => people.filter(isMember);
export const personOfEmail = ({ people }: ModelChain, email: string) =>
  people.find((person) => !person.isErased && person.email === email);
export const memberOf = ({ people }: ModelChain, membershipId: string) =>
  people.find((person) => person.membershipId === membershipId);
export const cardsOf = ({ cards }: ModelChain, holder: ModelPerson): string[] =>
  [...cards].filter(([, person]) => person === holder).map(([card]) => card);

/** The result of looking a person up: 200, or the missing entity. */
export const lookUp = (person: ModelPerson | undefined): 200 | 'ACCOUNT' | 'MEMBERSHIP' => {
  if (!person || person.isErased) return 'ACCOUNT';
  return isMember(person) ? 200 : 'MEMBERSHIP';
};

/** Of a member who is created: who has the membership id, the e-mail address here, or elsewhere. */
type Creation =
  | { refused: 'membershipExists'; by: ModelPerson }
  | { refused: 'forbiddenAccountMerge' }
  | { returning: ModelPerson | undefined };

export function creationOf(
  chain: ModelChain,
  wanted: Pick<ModelPerson, 'email' | 'lastName'> & { membershipId: string },
): Creation {
  const ofId = memberOf(chain, wanted.membershipId);
  if (ofId) return { refused: 'membershipExists', by: ofId };
  const ofEmail = personOfEmail(chain, wanted.email);
  if (!ofEmail) return { returning: undefined };
  if (isMember(ofEmail)) return { refused: 'membershipExists', by: ofEmail };
  return ofEmail.lastName === wanted.lastName ? { returning: ofEmail } : { refused: 'forbiddenAccountMerge' };
}
