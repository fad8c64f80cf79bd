import type { Page, Route } from '@playwright/test';

type Place = 'taps' | 'tasks';

/** For any location: the body names it. */
const addressesOf = (place: Place) => `**/api/desk/${place}?*`;

/** Intercepts the posts of taps or of changes of tasks. Reads are not affected. */
const routePosts = (page: Page, place: Place, answer: (route: Route) => unknown): Promise<unknown> =>
  page.route(addressesOf(place), (route) => (route.request().method() === 'POST' ? answer(route) : route.fallback()));

/** Aborts all of them. */
export const abortPosts = (page: Page, place: Place): Promise<unknown> =>
  routePosts(page, place, (route) => route.abort());

export const letPosts = (page: Page, place: Place): Promise<void> => page.unroute(addressesOf(place));
