import type { AccountPage } from '#contracts/v2/accounts.ts';
import { type Answer, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import type { Outage, PageAnswer } from './steps.ts';

const htmlPage: Answer = { status: 200, body: '<html>Please sign in to the network.</html>' };

/** The response to every request during an outage; null if the platform itself answers. */
export function duringOutage(outage: Outage): Reply | null {
  switch (outage) {
    case 'none':
    case 'anotherChain':
      return null;
    case 'knowsNobody':
      return refuse('notFound', { entity: 'ACCOUNT' });
    case 'serverError':
      return refuse('internalServerError');
    case 'page':
      return htmlPage;
  }
}

/**
 * Turns a correct page into the given kind of wrong one.
 * @param before the correct page before this one
 */
export function misanswered(answer: PageAnswer, page: AccountPage, before: AccountPage | null): Answer {
  const ok = (body: unknown): Answer => ({ status: 200, body });
  const empty = (said: object) => ok({ offset: page.offset, limit: page.limit, items: [], ...said });
  const { total } = page;
  switch (answer) {
    case 'true':
      return ok(page);
    case 'serverError':
      return { status: 500, body: {} };
    case 'page':
      return htmlPage;
    case 'cut':
      return { status: 200, body: JSON.stringify(page).slice(0, 60), breaksOff: true };
    case 'foreign':
      return ok({ message: 'It works!' });
    case 'strangers':
      return ok({ ...page, items: page.items.map(() => inventMember().account) });
    case 'twice':
      return ok({ ...page, items: page.items.flatMap((item) => [item, item]) });
    case 'again':
      return ok(before ?? page);
    case 'short':
      return ok({ ...page, items: page.items.slice(0, Math.ceil(page.items.length / 2)) });
    case 'emptyGoesOn':
      return empty({ hasNext: true, total });
    case 'emptyGoesOnUncounted':
      return empty({ hasNext: true });
    case 'emptyEnds':
      return empty({ hasNext: false, total });
    case 'emptyCountsNobody':
      return empty({ hasNext: false, total: 0 });
    case 'emptySaysNothing':
      return empty({});
  }
}
