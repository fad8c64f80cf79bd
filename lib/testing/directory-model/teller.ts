import type { AccountPage, MemberAccount } from '#contracts/v2/accounts.ts';
import { type FakeMember, FakePlatform, type FakeRequest, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { duringOutage, misanswered } from './answers.ts';
import type { Life, Meanwhile, Outage, Page } from './steps.ts';
import type { Told } from './told.ts';

/** Answers for the platform, correctly or not, and records which members its responses contained. */
export class Teller {
  outage: Outage = 'none';
  /** The responses to the next requests for pages of members. */
  pages: Page[] = [];
  /** What happens during each of the next requests for a single member. */
  questions: Meanwhile[][] = [];
  /** Whether the mirror sends the requests: other readers of pages do not store them. */
  isMirrorAsking = false;
  readonly #platform: FakePlatform;
  readonly #pageSize: number;
  readonly #told: Told;
  readonly #happen: (meanwhile: readonly Meanwhile[]) => Promise<void>;
  /** The platform of another chain, reached with that chain's key. */
  readonly #elsewhere = new FakePlatform();
  #before: AccountPage | null = null;
  /** The number of requests by the mirror so far. */
  #mirrorQuestions = 0;

  constructor(
    platform: FakePlatform,
    life: Pick<Life, 'pageSize' | 'elsewhere'>,
    told: Told,
    happen: (meanwhile: readonly Meanwhile[]) => Promise<void>,
  ) {
    [this.#platform, this.#pageSize, this.#told, this.#happen] = [platform, life.pageSize, told, happen];
    this.#elsewhere.members.push(...Array.from({ length: life.elsewhere }, () => inventMember()));
  }

  async answer(request: FakeRequest): Promise<Reply | null> {
    const asked = this.#told.next();
    if (!request.path.startsWith('/api/v2/accounts')) return this.#byOutage();
    if (request.path !== '/api/v2/accounts') return this.#answerAlone(request, asked);
    if (request.query.get('limit') === '0') return this.#byOutage();
    request.query.set('limit', String(this.#pageSize));
    if (request.query.get('currentGymOnly') === 'true') return this.#byOutage() ?? this.#listElsewhere(request);
    return this.#answerPage(request, asked);
  }

  #byOutage(): Reply | null {
    return duringOutage(this.outage);
  }

  #listElsewhere({ query }: FakeRequest): Reply | null {
    return this.outage === 'anotherChain' ? { status: 200, body: this.#elsewhere.list(query) } : null;
  }

  async #answerPage(request: FakeRequest, asked: number): Promise<Reply | null> {
    const isMirrors = this.isMirrorAsking;
    if (isMirrors) this.#mirrorQuestions += 1;
    const question = this.#mirrorQuestions;
    const { answer, meanwhile } = this.pages.shift() ?? { answer: 'true', meanwhile: [] };
    await this.#happen(meanwhile);
    const byOutage = this.#byOutage();
    if (byOutage) return byOutage;
    const [page, before] = [this.#there.list(request.query), this.#before];
    this.#before = page;
    const reply = misanswered(answer, page, before);
    // a process that has lost its lease to another one meanwhile stores nothing
    if (isMirrors && question === this.#mirrorQuestions) {
      for (const account of toldIn(reply)) this.#hear(account, asked);
    }
    return reply;
  }

  async #answerAlone({ path }: FakeRequest, asked: number): Promise<Reply | null> {
    await this.#happen(this.questions.shift() ?? []);
    const byOutage = this.#byOutage();
    if (byOutage) return byOutage;
    const accountId = path.split('/').at(-1);
    const found = this.#there.members.find((one: FakeMember) => one.account.accountId === accountId);
    if (!found) return refuse('notFound', { entity: 'ACCOUNT' });
    this.#hear(found.account, asked);
    return { status: 200, body: found.account };
  }

  get #there(): FakePlatform {
    return this.outage === 'anotherChain' ? this.#elsewhere : this.#platform;
  }

  #hear({ accountId, membership }: MemberAccount, asked: number): void {
    if (membership) this.#told.hear(accountId, asked);
  }
}

/** The accounts of a page that the desk can parse. */
function toldIn(reply: Reply): MemberAccount[] {
  if (typeof reply === 'string' || reply.status !== 200 || reply.breaksOff) return [];
  const { items } = (typeof reply.body === 'object' ? reply.body : {}) as Partial<AccountPage>; // safe because: it is a page, or says nothing of items
  return items ?? [];
}
