import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { AccountPage } from '#contracts/v2/accounts.ts';
import { directorySyncs, members } from '#lib/db/schema/directory.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { createGymClients } from '#lib/desk/composition/gym-clients.ts';
import { mirrorDirectory } from '#lib/desk/directory/mirror.ts';
import { askForAbsent } from '#lib/desk/members/ask-absent.ts';
import { decideAbsent } from '#lib/desk/members/decide-absent.ts';
import { readProfile } from '#lib/desk/members/read-profile.ts';
import { readStatus } from '#lib/desk/status/read-status.ts';
import { handleEvent } from '#lib/desk/webhooks/handle-event.ts';
import { dayMs, idsOf, minuteMs } from '#lib/testing/directory-of.ts';
import type { FakeRequest, Reply } from '#lib/testing/fake-platform.ts';
import { allOfMember, keptOfAll, keptOfMember, writeAboutMember } from '#lib/testing/kept-of-members.ts';
import type { TestDesk, TestLocation } from '#lib/testing/test-desk.ts';
import { duringOutage, misanswered } from './answers.ts';
import type { Life, Outage, Page, Step } from './steps.ts';
import { type Ending, type Person, Truth } from './truth.ts';

type MemberRow = typeof members.$inferSelect;

/** What a negative control does in another way than the desk. */
export interface Rules {
  /** After each reading by `mirrorDirectory`. */
  afterReading?: (desk: DeskContext, here: TestLocation) => Promise<void>;
  askForAbsent?: typeof askForAbsent;
}

const secondMs = 1_000;
/** Who reads holds its turn for so long after it was killed. */
const leaseMs = 30_000;
/** So many go on any day, and no more than 5 %, unless a manager says so. */
const fewMembers = 5;
/** Rounds in which a desk has come to the truth again, once its platform is well. */
const roundsToTruth = 3;

/** One life of a directory: everything that happens, and after each thing what must be true. */
export class World {
  readonly #here: TestLocation;
  readonly #rules: Rules;
  readonly #life: Life;
  readonly #truth: Truth;
  readonly #desk: DeskContext;
  #now: number;
  #outage: Outage = 'none';
  #pages: Page[] = [];
  #before: AccountPage | null = null;
  #confirmedAt = 0;
  /** Gone, and the desk has seen it of each alone. */
  readonly #seenGone = new Set<string>();
  /** Of them, since the last reading. */
  readonly #named = new Set<string>();

  constructor({ desk, clock }: TestDesk, here: TestLocation, life: Life, rules: Rules = {}) {
    [this.#here, this.#rules, this.#life, this.#now] = [here, rules, life, clock.now];
    const now = () => this.#now;
    // a limit of its own would have each life wait
    const rateLimiter = { enter: async () => true, leave: () => {} };
    const core = { ...desk, clock: now };
    this.#desk = { ...core, gymClientOf: createGymClients(core, { now, rateLimiter }) };
    const { platform } = here;
    platform.clock = () => this.#now + life.platformAheadMin * minuteMs;
    platform.fault = (request) => this.#answer(request);
    this.#truth = new Truth(platform, (ending) => this.#hear(ending));
  }

  async live(): Promise<void> {
    this.#truth.join(this.#life.atFirst);
    await this.#read(minuteMs);
    for (const step of this.#life.steps) {
      this.#now += 5 * secondMs;
      await this.#do(step);
      await this.#expectNothingLost();
    }
    await this.#comeToTruth();
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
        this.#outage = step.outage;
        return;
      case 'deliver':
        return this.#truth.tellLate();
      case 'read':
        this.#pages = [...step.pages];
        return this.#read(step.afterMin * minuteMs, step.killedAfter);
      case 'readWhole':
        return this.#readWhole(step.meanwhile);
      case 'askAbsent':
        return this.#askForAbsent();
      case 'decide':
        return this.#decide(step.decision);
      default:
        return this.#truth.change(step);
    }
  }

  /** Pages as long as this life's, with what happens and goes wrong meanwhile. */
  async #answer(request: FakeRequest): Promise<Reply | null> {
    if (this.#outage !== 'none') return duringOutage(this.#outage);
    if (request.path !== '/api/v2/accounts' || request.query.get('limit') === '0') return null;
    request.query.set('limit', String(this.#life.pageSize));
    const { answer, meanwhile } = this.#pages.shift() ?? { answer: 'true', meanwhile: [] };
    this.#now += secondMs;
    for (const change of meanwhile) await this.#truth.change(change);
    const [page, before] = [this.#here.platform.list(request.query), this.#before];
    this.#before = page;
    return misanswered(answer, page, before);
  }

  async #read(afterMs: number, killedAfter: number | null = null): Promise<void> {
    this.#now += afterMs;
    this.#named.clear();
    for (let page = 0; page < (killedAfter ?? 1); page += 1) {
      await mirrorDirectory(this.#desk, this.#here.location, { longestMs: killedAfter === null ? undefined : 0 });
      await this.#rules.afterReading?.(this.#desk, this.#here);
    }
    this.#pages = [];
    if (killedAfter === null) return;
    const lease = { leaseId: randomUUID(), leaseEndsAt: new Date(this.#now + leaseMs) };
    await this.#desk.db.update(directorySyncs).set(lease).where(eq(directorySyncs.locationId, this.#here.location.id));
  }

  async #readWhole(meanwhile: readonly number[]): Promise<void> {
    if (this.#outage !== 'none') return;
    const there = this.#truth.members.filter(({ member }) => !member.isUnlisted);
    const moves = meanwhile.map((who): Page => ({ answer: 'true', meanwhile: [{ kind: 'change', who }] }));
    for (const [afterMs, pages] of [
      [dayMs, moves.slice(0, 3)],
      [minuteMs, moves.slice(3)],
      [minuteMs, []],
    ] as const) {
      this.#pages = [...pages];
      await this.#read(afterMs);
    }
    const found = new Set((await this.#rows()).keys());
    expect(there.filter(({ accountId }) => !found.has(accountId)).map(({ accountId }) => accountId)).toEqual([]);
  }

  async #open(person: Person | undefined): Promise<boolean> {
    if (!person) return false;
    const { kind } = await readProfile(this.#desk, this.#here.location, person.accountId);
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

  /** Only who is gone goes; and of those whom nobody has seen to be gone, only few, unless a manager says so. */
  async #askForAbsent(): Promise<void> {
    const before = await this.#rows();
    const ask = this.#rules.askForAbsent ?? askForAbsent;
    for (let turn = 0; turn < 20 && (await ask(this.#desk, this.#here.location)); turn += 1);
    const after = await this.#rows();
    const taken = [...before].filter(([accountId]) => !after.has(accountId));
    const there = new Set(idsOf(this.#truth.members.map(({ member }) => member)));
    expect(taken.filter(([accountId]) => there.has(accountId))).toEqual([]);
    const unseen = taken.filter(
      ([accountId, { absentAt }]) => !this.#seenGone.has(accountId) && Number(absentAt) > this.#confirmedAt,
    );
    expect(unseen.length).toBeLessThanOrEqual(Math.max(fewMembers, before.size * 0.05));
    if (this.#outage !== 'none') return;
    const stayed = [...this.#named].filter((accountId) => after.has(accountId) && !there.has(accountId));
    expect(stayed.filter((accountId) => this.#hasWitness(after.get(accountId), after, there))).toEqual([]);
  }

  /** Whether all whom the lists tell of are there indeed, and one of them as long as who is gone was. */
  #hasWitness(gone: MemberRow | undefined, rows: ReadonlyMap<string, MemberRow>, there: ReadonlySet<string>): boolean {
    const present = [...rows.values()].filter(({ absentAt }) => !absentAt);
    const isWitness = (row: MemberRow) => gone !== undefined && row.knownSince <= gone.syncedAt;
    return present.every(({ accountId }) => there.has(accountId)) && present.some(isWitness);
  }

  async #decide(decision: 'keep' | 'ask'): Promise<void> {
    const { absent } = await readStatus(this.#desk, this.#here.location.id);
    if (!absent) return;
    const decided = await decideAbsent(this.#desk, this.#here.actor, { decision, since: absent.since });
    expect(decided).toEqual({ kind: 'decided' });
    if (decision === 'ask') this.#confirmedAt = this.#now;
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
      // by the platform's clock, as it has told of them since they are a member
      const toldAt = Number(rows.get(person.accountId)?.syncedAt) + this.#life.platformAheadMin * minuteMs;
      person.isKnown ||= toldAt > person.since;
    }
  }

  /** The platform is well again, and a manager has everybody asked for. */
  async #comeToTruth(): Promise<void> {
    this.#outage = 'none';
    for (const { member } of this.#truth.members) member.isUnlisted = false;
    await this.#truth.tellLate();
    for (let round = 0; round < roundsToTruth; round += 1) {
      await this.#readWhole([]);
      await this.#askForAbsent();
      await this.#decide('ask');
      await this.#askForAbsent();
      await this.#expectNothingLost();
    }
    const there = idsOf(this.#truth.members.map(({ member }) => member));
    // a platform that lists nobody takes nobody
    if (there.length === 0) return;
    expect([...(await this.#rows()).keys()].toSorted()).toEqual(there);
    const { any } = await keptOfAll(this.#desk.db, this.#here.location.id);
    expect([...any].filter((accountId) => !there.includes(accountId))).toEqual([]);
    const status = await readStatus(this.#desk, this.#here.location.id);
    expect(status).toMatchObject({ absent: null, unreadable: [] });
  }

  async #hear({ accountId, at }: Ending): Promise<void> {
    this.#seenGone.add(accountId);
    const [locationId, receivedAt] = [this.#here.location.id, new Date(this.#now)];
    const event = { locationId, type: 'MEMBERSHIP_DELETE', at, receivedAt, accountId } as const;
    await this.#desk.db.transaction((tx) => handleEvent(tx, this.#desk, event));
  }
}
