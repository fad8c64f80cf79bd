import type { Page, Route } from '@playwright/test';

type Place = 'taps' | 'tasks';

/** Of whatever location: each names its own. */
const addressesOf = (place: Place) => `**/api/desk/${place}?*`;

/** Does something with what a page sends of taps or of changes of tasks. What it reads of them goes on. */
export const routePosts = (page: Page, place: Place, answer: (route: Route) => unknown): Promise<unknown> =>
  page.route(addressesOf(place), (route) => (route.request().method() === 'POST' ? answer(route) : route.fallback()));

/** Has nothing of it arrive. */
export const abortPosts = (page: Page, place: Place): Promise<unknown> =>
  routePosts(page, place, (route) => route.abort());

export const letPosts = (page: Page, place: Place): Promise<void> => page.unroute(addressesOf(place));
