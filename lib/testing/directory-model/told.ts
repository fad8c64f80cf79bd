/** When something happened in the order of all that does. No clock says it, and nothing that the desk keeps. */
export type Moment = number;

/** Between which moments a platform, when it was asked, told of somebody as a member. */
interface Telling {
  first: Moment;
  last: Moment;
}

/** What the desk has been told of whom, as who tells it keeps it. */
export class Told {
  #now: Moment = 0;
  readonly #tellings = new Map<string, Telling>();

  next(): Moment {
    this.#now += 1;
    return this.#now;
  }

  /** @param asked when the question was asked that was answered so */
  hear(accountId: string, asked: Moment): void {
    const { first = asked, last = asked } = this.#tellings.get(accountId) ?? {};
    this.#tellings.set(accountId, { first, last: Math.max(last, asked) });
  }

  of(accountId: string): Telling | undefined {
    return this.#tellings.get(accountId);
  }

  /** Whoever is in no directory any more is told of for the first time after that. */
  keepOnly(accountIds: { has(accountId: string): boolean }): void {
    for (const accountId of this.#tellings.keys()) if (!accountIds.has(accountId)) this.#tellings.delete(accountId);
  }
}
