import type { FakeMember, FakePlatform } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import type { Change } from './steps.ts';
import type { Moment, Told } from './told.ts';

/** A person who is or was a member, and the state that the test expects. */
export interface Person {
  member: FakeMember;
  accountId: string;
  state: 'member' | 'ended' | 'erased';
  since: Moment;
  /** Whether the directory has contained them since they became a member. */
  isKnown: boolean;
  /** Whether staff have written about them since they became a member. */
  isWritten: boolean;
}

export interface Ending {
  accountId: string;
  at: Date;
}

/** The actual members of the platform, whatever its responses say. */
export class Truth {
  readonly people: Person[] = [];
  /** Events that are not delivered to the desk yet. */
  readonly late: Ending[] = [];
  readonly #platform: FakePlatform;
  readonly #told: Told;
  readonly #tell: (ending: Ending) => Promise<void>;

  constructor(platform: FakePlatform, told: Told, tell: (ending: Ending) => Promise<void>) {
    [this.#platform, this.#told, this.#tell] = [platform, told, tell];
  }

  person(who: number): Person | undefined {
    return this.people[who % this.people.length];
  }

  get members(): Person[] {
    return this.people.filter(({ state }) => state === 'member');
  }

  join(count: number): void {
    for (let joined = 0; joined < count; joined += 1) {
      const isOfAnotherGym = this.people.length % 4 === 3;
      const member = inventMember({ updatedAt: this.#platform.clock(), isOfAnotherGym });
      this.#platform.members.unshift(member);
      const { accountId } = member.account;
      const since = this.#told.next();
      this.people.push({ member, accountId, state: 'member', since, isKnown: false, isWritten: false });
    }
  }

  async change(change: Change): Promise<void> {
    switch (change.kind) {
      case 'join':
        return this.join(change.count);
      case 'change':
        return this.#touch(this.person(change.who));
      case 'leave':
        return this.#leave(this.person(change.who), change);
      case 'rejoin':
        return this.#rejoin(this.person(change.who));
      case 'transfer':
        return this.#transfer(this.person(change.who));
      case 'leaveTogether':
        for (let index = 0; index < Math.min(change.count, this.people.length); index += 1) {
          await this.#leave(this.person(change.from + index), { as: 'erased', told: 'never' });
        }
    }
  }

  #touch(person: Person | undefined): void {
    if (person) person.member.updatedAt = this.#platform.clock();
  }

  async #leave(
    person: Person | undefined,
    { as, told }: Pick<Extract<Change, { kind: 'leave' }>, 'as' | 'told'>,
  ): Promise<void> {
    if (person?.state !== 'member') return;
    const { member, accountId } = person;
    Object.assign(person, { state: as === 'erased' ? 'erased' : 'ended', isKnown: false, isWritten: false });
    if (as === 'erased') this.#platform.members.splice(this.#platform.members.indexOf(member), 1);
    else member.account = { ...member.account, membership: undefined };
    member.isUnlisted = as === 'endedUnlisted';
    this.#touch(person);
    const ending = { accountId, at: new Date(this.#platform.clock()) };
    if (told === 'now') await this.#tell(ending);
    if (told === 'late') this.late.push(ending);
  }

  #rejoin(person: Person | undefined): void {
    if (person?.state !== 'ended') return;
    const { account } = person.member;
    Object.assign(person, { state: 'member', since: this.#told.next() });
    person.member.account = { ...account, membership: { membershipId: `M-${account.accountId}` } };
    person.member.isUnlisted = false;
    this.#touch(person);
  }

  #transfer(person: Person | undefined): void {
    if (person?.state !== 'member') return;
    person.member.isOfAnotherGym = !person.member.isOfAnotherGym;
    this.#touch(person);
  }

  async tellLate(): Promise<void> {
    for (const ending of this.late.splice(0)) await this.#tell(ending);
  }
}
