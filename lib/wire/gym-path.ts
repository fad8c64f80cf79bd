/** Every page of a gym stands under its slug: `/g/munich-west` is its check-in. */
const pattern = /^\/g\/([a-z0-9-]+)(\/.*)?$/;

/** What the pages of a gym are called with by Next. */
export type GymParams = Promise<{ gym: string }>;

/**
 * The address of a page of a gym.
 * @param page within the gym, such as `/members?q=ana`; `/` is check-in
 */
export const gymPath = (slug: string, page: string): string => `/g/${slug}${page === '/' ? '' : page}`;

/**
 * Whose page an address is, and which of its pages; null for what is no gym's.
 * @param pathname without a query
 */
export function gymPageAt(pathname: string): { slug: string; page: string } | null {
  const [, slug, page = '/'] = pattern.exec(pathname) ?? [];
  return slug === undefined ? null : { slug, page };
}

const signIn = '/sign-in';
const nowhere = 'http://desk.invalid';

/** The sign-in, which leads on to `then` where that is a gym's page. */
export const signInPath = (then: string | null): string =>
  then === null || nextAfterSignIn(then) === '/' ? signIn : `${signIn}?${new URLSearchParams({ next: then })}`;

/**
 * Where somebody goes on who has signed in. An address is anybody's to write: of all there are, a page of a gym counts.
 * @param next what the address of the sign-in says
 * @returns `/`, which leads to the gym used last, where it says nothing of use
 */
export function nextAfterSignIn(next: string | null | undefined): string {
  if (!next || !URL.canParse(next, nowhere)) return '/';
  // as a browser reads it: `%2e%2e` leads upwards like `..`
  const { origin, pathname, search } = new URL(next, nowhere);
  const isOfGym = origin === nowhere && gymPageAt(pathname) !== null && !pathname.includes('//');
  return isOfGym ? pathname + search : '/';
}
