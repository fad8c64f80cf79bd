/** A logical clock: the position of an event in the order of all events, independent of clocks and of the desk's data. */
export type Moment = number;

/** The first and last request whose response listed a person as a member. */
interface Telling {
  first: Moment;
  last: Moment;
}

/** Which members the platform's responses contained, and when: recorded on the side that sends them. */
export class Told {
  #now: Moment = 0;
  readonly #tellings = new Map<string, Telling>();

  next(): Moment {
    this.#now += 1;
    return this.#now;
  }

  /** @param asked when the request for this response was sent */
  hear(accountId: string, asked: Moment): void {
    const { first = asked, last = asked } = this.#tellings.get(accountId) ?? {};
    this.#tellings.set(accountId, { first, last: Math.max(last, asked) });
  }

  of(accountId: string): Telling | undefined {
    return this.#tellings.get(accountId);
  }

  /** Forgets persons who are in no directory any more: a later response about them is a first one. */
  keepOnly(accountIds: { has(accountId: string): boolean }): void {
    for (const accountId of this.#tellings.keys()) if (!accountIds.has(accountId)) this.#tellings.delete(accountId);
  }
}
