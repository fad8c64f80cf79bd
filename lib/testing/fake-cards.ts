import type { UserProduct } from '#contracts/v2/products.ts';
import type { Rfid } from '#contracts/v2/rfids.ts';
import { type FakePlatform, type FakeRequest, type Reply, refuse } from './fake-platform.ts';

/** Cards, passes and bookings of the members of a fake platform, stored as the platform stores them. */
export interface FakeCards {
  /** By account id. */
  ours: Map<string, Rfid[]>;
  machines: Map<string, Rfid[]>;
  /** Token by account id and issuer; the issuer is empty where it is unknown. */
  passes: Map<string, string>;
  products: { productId: string; title: string }[];
  bookings: Map<string, UserProduct[]>;
  /** Widens the window for races: the delay between reading a list of cards and sending the response. */
  listsTakeMs: number;
  /** What the answer to a read list of cards or bookings waits for. */
  listsAfter: () => Promise<unknown>;
  /** Answers in place of the platform; null lets a request through. */
  fault: (request: FakeRequest) => Reply | null;
}

const bodyOf = <T>(request: FakeRequest) => request.body as T; // safe because: the desk sends what the contract says

export function giveCardsTo(platform: FakePlatform): FakeCards {
  const fake: FakeCards = {
    ours: new Map(),
    machines: new Map(),
    passes: new Map(),
    products: [],
    bookings: new Map(),
    listsTakeMs: 0,
    listsAfter: async () => {},
    fault: () => null,
  };
  const holderOf = (rfid: string) =>
    platform.members.find(({ account: { accountId } }) =>
      [...(fake.ours.get(accountId) ?? []), ...(fake.machines.get(accountId) ?? [])].some((card) => card.rfid === rfid),
    );
  const takeFromAll = (rfid: string) => {
    for (const cards of [fake.ours, fake.machines]) {
      for (const [accountId, held] of cards)
        cards.set(
          accountId,
          held.filter((card) => card.rfid !== rfid),
        );
    }
  };
  const add = (accountId: string, { rfid, tagFormat }: Rfid) => {
    if (holderOf(rfid)?.account.accountId !== accountId) takeFromAll(rfid);
    const others = (fake.ours.get(accountId) ?? []).filter((card) => card.rfid !== rfid);
    fake.ours.set(accountId, [...others, { rfid, tagFormat: tagFormat ?? undefined }]);
  };

  const answerRfids = (accountId: string, request: FakeRequest, rfid: string | undefined): Reply => {
    switch (request.method) {
      case 'GET': {
        const own = fake.ours.get(accountId) ?? [];
        const isAll = request.query.get('allSources') === 'true';
        const machines = (fake.machines.get(accountId) ?? []).filter(({ rfid }) => !own.some((o) => o.rfid === rfid));
        return {
          status: 200,
          body: isAll ? [...own, ...machines] : own,
          afterMs: fake.listsTakeMs,
          after: fake.listsAfter(),
        };
      }
      case 'POST':
        add(accountId, bodyOf<Rfid>(request));
        return { status: 200, body: bodyOf<Rfid>(request) };
      case 'DELETE': {
        const own = fake.ours.get(accountId) ?? [];
        if (!own.some((card) => card.rfid === rfid)) return refuse('notFound', { entity: 'RFID' });
        fake.ours.set(
          accountId,
          own.filter((card) => card.rfid !== rfid),
        );
        return { status: 204 };
      }
      default:
        fake.ours.set(accountId, []);
        for (const card of bodyOf<{ rfids: Rfid[] }>(request).rfids) add(accountId, card);
        return { status: 204 };
    }
  };

  const answerNfc = (accountId: string, request: FakeRequest): Reply => {
    const ofMember = [...fake.passes.keys()].filter((key) => key.startsWith(`${accountId} `));
    if (request.method === 'PUT') {
      const { token, collectorId, passTypeId } = bodyOf<{ token: string; collectorId?: number; passTypeId?: string }>(
        request,
      );
      for (const [key, held] of fake.passes) {
        if (held === token && !key.startsWith(`${accountId} `)) fake.passes.delete(key);
      }
      fake.passes.set(`${accountId} ${collectorId ?? passTypeId ?? ''}`, token);
      return { status: 204 };
    }
    const issuer = request.query.get('collectorId') ?? request.query.get('passTypeId');
    const meant = issuer === null ? ofMember : ofMember.filter((key) => key === `${accountId} ${issuer}`);
    if (meant.length === 0) return refuse('notFound', { entity: 'NFC_TOKEN' });
    if (request.method === 'GET') {
      const unnamed = meant.find((key) => key.endsWith(' '));
      return { status: 200, body: { token: fake.passes.get(unnamed ?? meant.at(-1) ?? '') } };
    }
    for (const key of meant) fake.passes.delete(key);
    return { status: 204 };
  };

  const answerBookings = (accountId: string, request: FakeRequest, productId: string | undefined): Reply => {
    const booked = fake.bookings.get(accountId) ?? [];
    if (request.method === 'GET') return { status: 200, body: booked, after: fake.listsAfter() };
    const asked = productId ?? bodyOf<UserProduct>(request).productId;
    if (!fake.products.some((product) => product.productId === asked)) return refuse('notFound', { entity: 'PRODUCT' });
    const others = booked.filter((booking) => booking.productId !== asked);
    if (request.method === 'DELETE') {
      fake.bookings.set(accountId, others);
      return { status: 204 };
    }
    fake.bookings.set(accountId, [...others, bodyOf<UserProduct>(request)]);
    return { status: 200, body: request.body };
  };

  platform.fault = (request) => {
    const reply = fake.fault(request);
    if (reply) return reply;
    if (request.path === '/api/v2/products') return { status: 200, body: fake.products };
    const [first = '', second = '', third] = request.rawPath
      .replace('/api/v2/accounts/', '')
      .split('/')
      .map((part) => decodeURIComponent(part));
    if (first === 'rfid' || first === 'nfc') {
      const [key] = [...fake.passes].find(([, token]) => token === second) ?? [];
      const holder =
        first === 'rfid'
          ? holderOf(second)
          : platform.members.find(({ account: { accountId } }) => key?.startsWith(`${accountId} `));
      if (holder) return { status: 200, body: holder.account };
      return refuse('notFound', { entity: first === 'rfid' ? 'RFID' : 'NFC_TOKEN' });
    }
    if (!['rfids', 'nfc', 'products'].includes(second)) return null;
    if (!platform.members.some(({ account }) => account.accountId === first)) {
      return refuse('notFound', { entity: 'ACCOUNT' });
    }
    if (second === 'rfids') return answerRfids(first, request, third);
    return second === 'nfc' ? answerNfc(first, request) : answerBookings(first, request, third);
  };
  return fake;
}
