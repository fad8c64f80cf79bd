import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { readingHomes } from '#lib/server/directory/homes.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { askForAbsent } from '#lib/server/members/ask-absent.ts';
import { decideAbsent } from '#lib/server/members/decide-absent.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { dayMs, idsOf, minuteMs } from '#lib/testing/directory-of.ts';
import { allOfMember, keptOfAll, keptOfMember, writeAboutMember } from '#lib/testing/kept-of-members.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Life, Meanwhile, Page, Step } from './steps.ts';
import { Teller } from './teller.ts';
import { type Moment, Told } from './told.ts';
import { type Ending, type Person, Truth } from './truth.ts';

type MemberRow = typeof members.$inferSelect;

/** What a negative control does differently from the desk. */
export interface Rules {
  /** Called after each `mirrorDirectory`. */
  afterReading?: (desk: DeskContext, here: TestLocation) => Promise<void>;
  askForAbsent?: typeof askForAbsent;
}

const secondMs = 1_000;
/** How long a killed process still holds its lease on reading. */
const leaseMs = 30_000;
/** At most this many members, or 5 %, are removed without a decision of the manager. */
const fewMembers = 5;
/** The number of rounds after which a desk has converged, once its platform works again. */
const roundsToTruth = 3;

/** One life of a directory: runs all steps, and checks the invariants after each. */
export class World {
  readonly #here: TestLocation;
  readonly #rules: Rules;
  readonly #life: Life;
  readonly #truth: Truth;
  readonly #told = new Told();
  readonly #teller: Teller;
  /** Two processes of one desk, on one machine. */
  readonly #processes: readonly [DeskContext, DeskContext];
  /** The process that takes the current step. */
  #desk: DeskContext;
  /** The true time. */
  #now: number;
  /** How far the desk's clock is ahead of the true time. */
  #aheadMs = 0;
  #wasSetBack = false;
  #setAheadAt: Moment = 0;
  #isWithin = false;
  /** Persons who had left when a manager last decided to look up the missing members. */
  #decidedGone: ReadonlySet<string> = new Set();
  #decidedAt: Moment = 0;
  /** Persons who have left, as the desk knows from a request or an event about each. */
  readonly #seenGone = new Set<string>();
  /** Those of them that the desk has looked up since the last reading. */
  readonly #named = new Set<string>();

  /** @param desks two processes on one database */
  constructor(desks: readonly [DeskContext, DeskContext], here: TestLocation, life: Life, rules: Rules = {}) {
    [this.#here, this.#rules, this.#life, this.#now] = [here, rules, life, here.platform.clock()];
    // a rate limit would make each life wait
    const rateLimiter = { enter: async () => true, enterIfFree: async () => true, leave: () => {}, giveBack: () => {} };
    const open = (desk: DeskContext): DeskContext => {
      const core = { ...desk, clock: () => this.#clock() };
      const now = () => this.#now;
      // however slow the machine is: no platform of a life is silent
      const startDeadline = () => new AbortController().signal;
      return { ...core, gymClientOf: createGymClients(core, { now, rateLimiter, startDeadline }) };
    };
    this.#processes = [open(desks[0]), open(desks[1])];
    this.#desk = this.#processes[0];
    const { platform } = here;
    platform.clock = () => this.#now + life.platformAheadMin * minuteMs;
    platform.fault = (request) => this.#teller.answer(request);
    this.#truth = new Truth(platform, this.#told, (ending) => this.#hear(ending));
    this.#teller = new Teller(platform, life, this.#told, (meanwhile) => this.#happen(meanwhile));
  }

  async live(): Promise<void> {
    this.#truth.join(this.#life.atFirst);
    await this.#read(minuteMs);
    for (const { by, step } of this.#life.turns) {
      this.#now += 5 * secondMs;
      this.#desk = this.#processes[by];
      await this.#do(step);
      await this.#expectNothingLost();
    }
    await this.#comeToTruth();
  }

  #clock(): number {
    return this.#now + this.#aheadMs;
  }

  async #do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'write':
        return this.#write(this.#truth.person(step.who));
      case 'open':
        return void (await this.#open(this.#truth.person(step.who)));
      case 'unlist':
      case 'list': {
        const person = this.#truth.person(step.who);
        if (person?.state === 'member') person.member.isUnlisted = step.kind === 'unlist';
        return;
      }
      case 'outage':
        this.#teller.outage = step.outage;
        return;
      case 'deliver':
        return this.#truth.tellLate();
      case 'read':
        this.#teller.pages = [...step.pages];
        return this.#read(step.afterMin * minuteMs, step.killedAfter);
      case 'readWhole':
        return this.#readWhole(step.meanwhile);
      case 'askAbsent':
        return this.#askForAbsent(step.meanwhile);
      case 'readHomes':
        return void (await readingHomes.work({ desk: this.#desk, actor: this.#here.actor }));
      case 'setClock':
        return this.#setClock(step.aheadMin);
      case 'decide':
        return this.#decide(step.decision);
      default:
        return this.#truth.change(step);
    }
  }

  #setClock(aheadMin: number): void {
    const aheadMs = aheadMin * minuteMs;
    this.#wasSetBack ||= aheadMs < this.#aheadMs;
    if (aheadMs > this.#aheadMs) this.#setAheadAt = this.#told.next();
    this.#aheadMs = aheadMs;
  }

  /** Runs what happens before a response. The other process is not interrupted in turn. */
  async #happen(meanwhile: readonly Meanwhile[]): Promise<void> {
    this.#now += secondMs;
    for (const what of meanwhile) {
      switch (what.kind) {
        case 'setClock':
          this.#setClock(what.aheadMin);
          break;
        case 'otherReads':
          this.#now += what.answeredAfterSec * secondMs;
          await this.#asOther(() => this.#mirror());
          break;
        case 'otherAsks':
          this.#now += what.answeredAfterSec * secondMs;
          await this.#asOther(() => this.#ask());
          break;
        case 'otherOpens':
          await this.#asOther(async () => void (await this.#open(this.#truth.person(what.who))));
          break;
        default:
          await this.#truth.change(what);
      }
    }
  }

  async #asOther(act: () => Promise<void>): Promise<void> {
    if (this.#isWithin) return;
    const { isMirrorAsking, pages, questions } = this.#teller;
    const [one, other] = this.#processes;
    const desk = this.#desk;
    this.#desk = desk === one ? other : one;
    this.#isWithin = true;
    Object.assign(this.#teller, { isMirrorAsking: false, pages: [], questions: [] });
    await act();
    Object.assign(this.#teller, { isMirrorAsking, pages, questions });
    this.#isWithin = false;
    this.#desk = desk;
  }

  async #mirror(longestMs?: number): Promise<void> {
    this.#teller.isMirrorAsking = true;
    await mirrorDirectory({ desk: this.#desk, actor: this.#here.actor }, { longestMs });
    this.#teller.isMirrorAsking = false;
    await this.#rules.afterReading?.(this.#desk, this.#here);
  }

  async #read(afterMs: number, killedAfter: number | null = null): Promise<void> {
    this.#now += afterMs;
    this.#named.clear();
    for (let page = 0; page < (killedAfter ?? 1); page += 1) await this.#mirror(killedAfter === null ? undefined : 0);
    this.#teller.pages = [];
    if (killedAfter === null) return;
    const lease = { leaseId: randomUUID(), leaseEndsAt: new Date(this.#clock() + leaseMs) };
    await this.#desk.db.update(directorySyncs).set(lease).where(eq(directorySyncs.locationId, this.#here.location.id));
  }

  async #readWhole(meanwhile: readonly number[]): Promise<void> {
    if (this.#teller.outage !== 'none') return;
    const there = this.#truth.members.filter(({ member }) => !member.isUnlisted);
    const moves = meanwhile.map((who): Page => ({ answer: 'true', meanwhile: [{ kind: 'change', who }] }));
    for (const [afterMs, pages] of [
      [dayMs, moves.slice(0, 3)],
      [minuteMs, moves.slice(3)],
      [minuteMs, []],
    ] as const) {
      this.#teller.pages = [...pages];
      await this.#read(afterMs);
    }
    const found = new Set((await this.#rows()).keys());
    expect(there.filter(({ accountId }) => !found.has(accountId)).map(({ accountId }) => accountId)).toEqual([]);
  }

  async #open(person: Person | undefined): Promise<boolean> {
    if (!person) return false;
    const { kind } = await readProfile({ desk: this.#desk, actor: this.#here.actor }, { accountId: person.accountId });
    if (kind === 'gone' && person.state !== 'member') {
      this.#named.add(person.accountId);
      this.#seenGone.add(person.accountId);
    }
    return kind === 'current';
  }

  async #write(person: Person | undefined): Promise<void> {
    if (!person || !(await this.#open(person))) return;
    const [{ accountId }, { db }] = [person, this.#desk];
    const place = { locationId: this.#here.location.id, accountId };
    const kept = await keptOfMember(db, place);
    if (kept.length === 0) await writeAboutMember(db, { ...place, staffId: this.#here.actor.staffId });
    person.isWritten = kept.length === 0 || kept.length === allOfMember.length;
  }

  async #ask(): Promise<void> {
    const ask = this.#rules.askForAbsent ?? askForAbsent;
    for (let turn = 0; turn < 20 && (await ask({ desk: this.#desk, actor: this.#here.actor })); turn += 1);
  }

  /**
   * Only members who have left are removed; and only few of those for whom the desk has neither a look-up nor an event,
   * unless a manager has decided so.
   */
  async #askForAbsent(meanwhile: readonly Meanwhile[][] = []): Promise<void> {
    const [before, asked] = [await this.#rows(), this.#told.next()];
    this.#teller.questions = meanwhile.map((of) => [...of]);
    await this.#ask();
    this.#teller.questions = [];
    const after = await this.#rows();
    const taken = [...before.keys()].filter((accountId) => !after.has(accountId));
    // a person who came back after the request had left at that time
    const stayedAll = this.#truth.members.filter(({ since }) => since < asked).map(({ accountId }) => accountId);
    expect(taken.filter((accountId) => stayedAll.includes(accountId))).toEqual([]);
    const unseen = taken.filter((accountId) => !this.#seenGone.has(accountId) && !this.#decidedGone.has(accountId));
    expect(unseen.length).toBeLessThanOrEqual(Math.max(fewMembers, before.size * 0.05));
    if (this.#teller.outage !== 'none' || meanwhile.length > 0 || this.#wasSetBack) return;
    const there = new Set(this.#truth.members.map(({ accountId }) => accountId));
    const stayed = [...this.#named].filter((accountId) => after.has(accountId) && !there.has(accountId));
    expect(stayed.filter((accountId) => this.#hasWitness(accountId, after, there))).toEqual([]);
  }

  /**
   * Whether all others in the directory are members indeed, and a response contained each of them before the last one with
   * the person who has left.
   */
  #hasWitness(gone: string, rows: ReadonlyMap<string, MemberRow>, there: ReadonlySet<string>): boolean {
    const lastTold = this.#told.of(gone)?.last ?? 0;
    const others = [...rows.keys()].filter((accountId) => !this.#named.has(accountId));
    const tellings = others.map(
      (accountId) => this.#told.of(accountId) ?? { first: Number.POSITIVE_INFINITY, last: 0 },
    );
    return (
      others.every((accountId) => there.has(accountId)) &&
      tellings.every(({ first }) => first <= lastTold) &&
      tellings.some(({ last }) => last > this.#decidedAt)
    );
  }

  /** With the key of another chain, a manager has no reason to confirm that so many members have left. */
  async #decide(decision: 'keep' | 'ask'): Promise<void> {
    const { absent } = await readStatus({ desk: this.#desk, actor: this.#here.actor });
    if (!absent || (decision === 'ask' && this.#teller.outage === 'anotherChain')) return;
    const decided = await decideAbsent(
      { desk: this.#desk, actor: this.#here.actor },
      { decision, since: absent.since },
    );
    expect(decided).toEqual({ kind: 'decided' });
    this.#decidedAt = this.#told.next();
    const there = new Set(this.#truth.members.map(({ accountId }) => accountId));
    const gone =
      decision === 'ask' ? [...(await this.#rows()).keys()].filter((accountId) => !there.has(accountId)) : [];
    this.#decidedGone = new Set(gone);
  }

  async #rows(): Promise<Map<string, MemberRow>> {
    const rows = await this.#desk.db.select().from(members).where(eq(members.locationId, this.#here.location.id));
    return new Map(rows.map((row) => [row.accountId, row]));
  }

  async #expectNothingLost(): Promise<void> {
    const { all } = await keptOfAll(this.#desk.db, this.#here.location.id);
    const rows = await this.#rows();
    const there = this.#truth.members;
    expect(there.filter(({ isWritten, accountId }) => isWritten && !all.has(accountId))).toEqual([]);
    expect(there.filter(({ isKnown, accountId }) => isKnown && !rows.has(accountId))).toEqual([]);
    for (const person of there) {
      const isTold = (this.#told.of(person.accountId)?.last ?? 0) > person.since;
      if (!isTold) continue;
      person.isKnown ||= rows.has(person.accountId);
      person.isWritten ||= all.has(person.accountId);
      this.#seenGone.delete(person.accountId);
    }
    this.#told.keepOnly(rows);
  }

  /** The platform works again, and a manager has all missing members looked up. */
  async #comeToTruth(): Promise<void> {
    this.#teller.outage = 'none';
    for (const { member } of this.#truth.members) member.isUnlisted = false;
    await this.#truth.tellLate();
    for (let round = 0; round < roundsToTruth; round += 1) {
      this.#desk = this.#processes[round % 2 === 0 ? 1 : 0];
      await this.#readWhole([]);
      await readingHomes.work({ desk: this.#desk, actor: this.#here.actor });
      await this.#askForAbsent();
      await this.#decide('ask');
      await this.#askForAbsent();
      await this.#expectNothingLost();
    }
    const there = idsOf(this.#truth.members.map(({ member }) => member));
    // an empty list removes no member
    if (there.length === 0) return;
    const rows = await this.#rows();
    expect([...rows.keys()].toSorted()).toEqual(there);
    const atHome = this.#truth.members.filter(({ member }) => !member.isOfAnotherGym).map(({ member }) => member);
    expect(idsOf([...rows.values()].filter(({ homeAt }) => homeAt))).toEqual(idsOf(atHome));
    const { any } = await keptOfAll(this.#desk.db, this.#here.location.id);
    expect([...any].filter((accountId) => !there.includes(accountId))).toEqual([]);
    const status = await readStatus({ desk: this.#desk, actor: this.#here.actor });
    expect(status).toMatchObject({ absent: null, unreadable: [] });
  }

  /**
   * Whether a person is a member again, but no response has contained them since the clock was set ahead. The end of the
   * earlier membership then seems to be later than the new one, and the event about it would remove them
   * (docs/decisions/erasing-and-retention.md).
   */
  #isInDoubt(accountId: string): boolean {
    const isMember = this.#truth.members.some((member) => member.accountId === accountId);
    return isMember && (this.#told.of(accountId)?.last ?? 0) < this.#setAheadAt;
  }

  /** Events have the platform's time: they wait until the offset of its clock is known. */
  async #hear(ending: Ending): Promise<void> {
    const { accountId, at } = ending;
    if (this.#isInDoubt(accountId)) return;
    const gym = this.#desk.gymClientOf(this.#here.location);
    if (gym.readPlatformTime() === undefined) await ping(gym);
    if (gym.readPlatformTime() === undefined) return void this.#truth.late.push(ending);
    this.#seenGone.add(accountId);
    const [locationId, receivedAt] = [this.#here.location.id, new Date(this.#clock())];
    const event = { locationId, type: 'MEMBERSHIP_DELETE', at, receivedAt, accountId } as const;
    await this.#desk.db.transaction((tx) => handleEvent(tx, this.#desk, event));
  }
}
