/** The URL path of every page of a gym begins with its slug: `/g/munich-west` is its check-in. */
const pattern = /^\/g\/([a-z0-9-]+)(\/.*)?$/;

/** The `params` prop of a gym's pages in Next. */
export type GymParams = Promise<{ gym: string }>;

/**
 * The URL path of a page of a gym.
 * @param page within the gym, such as `/members?q=ana`; `/` is check-in
 */
export const gymPath = (slug: string, page: string): string => `/g/${slug}${page === '/' ? '' : page}`;

/**
 * The gym and page of a URL path; null where the path is no gym's.
 * @param pathname without the query
 */
export function gymPageAt(pathname: string): { slug: string; page: string } | null {
  const [, slug, page = '/'] = pattern.exec(pathname) ?? [];
  return slug === undefined ? null : { slug, page };
}

const signIn = '/sign-in';
const nowhere = 'http://desk.invalid';

/** The path of the sign-in, which redirects to `then` afterwards if that is a gym's page. */
export function signInPath(then: string | null): string {
  const next = nextAfterSignIn(then);
  return next === '/' ? signIn : `${signIn}?${new URLSearchParams({ next })}`;
}

/** The path of the page that adds the passkey that a gym requires, which goes on to `next` afterwards. */
export const addPasskeyPath = (next: string): string => `/add-passkey?${new URLSearchParams({ next })}`;

/**
 * The redirect target after sign-in. Anybody can craft such a URL, so only pages of a gym are allowed (no open
 * redirect).
 * @param next the `next` parameter of the sign-in URL
 * @param levels how many addresses of `/` may be nested in each other
 * @returns `/`, which redirects to the gym used last, where `next` is missing or not allowed
 */
export function nextAfterSignIn(next: string | null | undefined, levels = 3): string {
  // each level is parsed again: an address of a stranger may nest thousands
  if (!next || levels === 0 || !URL.canParse(next, nowhere)) return '/';
  // parse it as a browser does: `%2e%2e` is `..`
  const { origin, pathname, search, searchParams } = new URL(next, nowhere);
  // of `/`, which was on its way to another page
  if (origin === nowhere && pathname === '/') return nextAfterSignIn(searchParams.get('next'), levels - 1);
  const isOfGym = origin === nowhere && gymPageAt(pathname) !== null && !pathname.includes('//');
  return isOfGym ? pathname + search : '/';
}
