import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { MemberDialog } from '#components/floor/member-dialog.tsx';
import { elementsOf } from '#components/testing/elements.ts';
import { render, textOf } from '#components/testing/render.tsx';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import { floorQuery } from '#lib/browser/queries/task-queries.ts';
import type { FloorView } from '#lib/wire/tasks.ts';
import { FloorList } from './floor-list.tsx';
import { FloorScreen } from './floor-screen.tsx';

const place = { locationId: 'l', staffId: 's' };
const floor: FloorView = {
  isLinked: true,
  today: '2026-11-24',
  asOf: null,
  staleBecause: null,
  members: [
    {
      accountId: 'a-1',
      displayName: 'Lena Vogt',
      initials: 'LV',
      membershipType: 'PREMIUM',
      photoUrl: null,
      since: '2026-11-24T08:41:00Z',
      source: 'desk',
      openTasks: 0,
      tasks: [],
    },
  ],
};
const screen = (queryClient = makeQueryClient()) =>
  textOf(
    render(<FloorScreen place={place} person="Ben" timeZone="UTC" mayRecord version="1" />, 'en', {
      queryClient,
    }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

test('after a change of user the floor shows that it is loading', () => {
  expect(screen()).toContain('Loading');
});

test('a floor that fails to load after a change of user shows an error with a retry', async () => {
  const error = { code: 'unexpected', message: '', requestId: 'r', retryable: false };
  vi.stubGlobal('fetch', async () => Response.json({ ok: false, error }, { status: 403 }));
  const queryClient = makeQueryClient();
  // rendered to a string once: no second attempt follows
  queryClient.setDefaultOptions({ queries: { retryOnMount: false } });
  await queryClient.prefetchQuery(floorQuery(place.locationId));
  expect(screen(queryClient)).toMatch(/could not be loaded.*Try again/i);
});

test('an open dialog stays while the floor is refetched after a sign-in in another window', () => {
  const queryClient = makeQueryClient();
  const { queryKey } = floorQuery(place.locationId);
  queryClient.setQueryData(queryKey, floor);
  const dialogs: (ComponentProps<typeof MemberDialog> | undefined)[] = [];
  function Floor() {
    const [at, goTo] = useState(0);
    if (at === 2) queryClient.removeQueries({ queryKey });
    const drawn = FloorScreen({ place, person: 'Ben', timeZone: 'UTC', mayRecord: true, version: '1' });
    dialogs.push(elementsOf(MemberDialog, drawn)[0]?.props);
    if (at === 0) elementsOf(FloorList, drawn)[0]?.props.onOpen('a-1');
    if (at < 2) goTo(at + 1);
    return drawn;
  }
  const text = textOf(render(<Floor />, 'en', { queryClient }));
  expect(text).toContain('Loading');
  const [closed, opened, readAnew] = dialogs;
  expect(closed).toBeUndefined();
  expect(opened).toMatchObject({ card: { accountId: 'a-1' }, hasLeft: false, today: '2026-11-24' });
  expect(readAnew).toMatchObject({
    card: { accountId: 'a-1' },
    hasLeft: false,
    today: '2026-11-24',
    mayComplete: true,
  });
  expect(dialogs).toHaveLength(3);
});
