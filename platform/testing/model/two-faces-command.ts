import fc from 'fast-check';
import type { TestGym } from '#platform/testing/platform.ts';
import { comparePerson } from './two-faces-comparison.ts';
import { cardsOf, type Person, type TwoFacedChain } from './two-faces-model.ts';

/** The platform, and a marker that makes the e-mail addresses of a run unique. */
export interface Real {
  gym: TestGym;
  run: string;
  passSecond(): void;
  /** The account of a user id, which version 1 never returns. */
  accountOf(userId: number): Promise<string>;
}

export type TwoFacesCommand = fc.AsyncCommand<TwoFacedChain, Real>;

/** Runs a command, and compares the person it was about with the model through both interfaces. */
export const command = (
  name: string,
  act: (chain: TwoFacedChain, real: Real) => Promise<Person | undefined>,
): TwoFacesCommand => ({
  check: () => true,
  run: async (chain, real) => {
    real.passSecond();
    const touched = await act(chain, real);
    if (touched) await comparePerson(chain, real.gym, touched);
  },
  toString: () => name,
});

/** A person whom the chain knows or knew; without one, ids that were never issued. */
export const personAt = ({ people }: TwoFacedChain, index: number): Person =>
  people[index % Math.max(people.length, 1)] ?? {
    accountId: '00000000-0000-4000-8000-000000000000',
    userId: 4_000_000_000_000,
    email: '',
    lastName: '',
    membership: undefined,
    isErased: true,
  };

export const pathOf = ({ accountId }: Person) => ({ accountId });
export const emailOf = ({ run }: Real, index: number) => `person${index}.${run}@example.org`;
export const cardAt = (index: number) => `0x04A${index}FF`;
/** The same card in decimal, as version 1 accepts it. */
export const asDecimal = (card: string) => BigInt(card).toString();

/** Gives a person exactly these cards; other holders lose them. */
export function giveCards(chain: TwoFacedChain, person: Person, cards: readonly number[]): void {
  for (const card of cardsOf(chain, person)) chain.cards.delete(card);
  for (const card of cards) chain.cards.set(cardAt(card), person);
}

/** Few people, cards and times, so that commands collide. */
export const place = fc.integer({ min: 0, max: 3 });
export const cards = fc.array(place, { maxLength: 3 });
