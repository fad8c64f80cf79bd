import { afterEach, expect, test, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { makeQueryClient } from '#lib/queries/query-client.ts';
import { floorQuery } from '#lib/queries/task-queries.ts';
import { FloorScreen } from './floor-screen.tsx';

const place = { locationId: 'l', staffId: 's' };
const screen = (queryClient = makeQueryClient()) =>
  textOf(
    render(<FloorScreen {...{ place, person: 'Ben', timeZone: 'UTC', mayRecord: true, version: '1' }} />, 'en', {
      queryClient,
    }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
});

test('after a badge has taken over, the floor says that it is being read', () => {
  expect(screen()).toContain('Loading');
});

test('a floor that could not be read for the next person says so, and can be read again', async () => {
  const error = { code: 'unexpected', message: '', requestId: 'r', retryable: false };
  vi.stubGlobal('fetch', async () => Response.json({ ok: false, error }, { status: 403 }));
  const queryClient = makeQueryClient();
  // drawn once only, it stays as it is
  queryClient.setDefaultOptions({ queries: { retryOnMount: false } });
  await queryClient.prefetchQuery(floorQuery(place.locationId));
  expect(screen(queryClient)).toMatch(/could not be loaded.*Try again/i);
});
