import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { trainingPullsQuery } from '#lib/browser/queries/office-queries.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import { trainingSets } from '#lib/wire/training.ts';
import { TrainingScreen } from './training-screen.tsx';

function show({ isConnected = true, hasReadMembers = true }) {
  const queryClient = makeQueryClient();
  const none = {
    since: null,
    until: null,
    lastReadAt: null,
    read: 0,
    unknown: 0,
    nextReadAt: null,
    isDoubted: false,
    failure: null,
  };
  const dataSets = trainingSets.map((dataSet) => ({ dataSet, ...none }));
  queryClient.setQueryData(trainingPullsQuery('l').queryKey, { isConnected, hasReadMembers, dataSets });
  return textOf(render(<TrainingScreen locationId="l" timeZone="UTC" />, 'en', { queryClient }));
}

test('training is read now on request, but only where it can be: not before the members have been read', () => {
  expect(show({})).toContain('Read now');
  const before = show({ hasReadMembers: false });
  expect(before).toContain('Nothing is read before all members have been read once.');
  expect(before).not.toContain('Read now');
});

test('a gym without the data export shows nothing of it', () => {
  expect(show({ isConnected: false })).toBe('');
});
