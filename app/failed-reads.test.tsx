import type { FetchQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { demoQuery, statusQuery } from '#lib/browser/queries/desk-queries.ts';
import {
  connectionQuery,
  gettingStartedQuery,
  legacyQuery,
  migrationsQuery,
  staffQuery,
} from '#lib/browser/queries/office-queries.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import { memberTasksQuery } from '#lib/browser/queries/task-queries.ts';
import { ReceptionContext, type ReceptionView } from './g/[gym]/(desk)/_components/reception-context.ts';
import { TryIt } from './g/[gym]/(desk)/_components/try-it.tsx';
import { TasksSection } from './g/[gym]/(desk)/members/[accountId]/_components/tasks-section.tsx';
import { ConnectionScreen } from './g/[gym]/(office)/office/connection/_components/connection-screen.tsx';
import { LegacyScreen } from './g/[gym]/(office)/office/connection/_components/legacy-screen.tsx';
import { WebhookScreen } from './g/[gym]/(office)/office/connection/_components/webhook-screen.tsx';
import { MigrationScreen } from './g/[gym]/(office)/office/migration/_components/migration-screen.tsx';
import { StaffScreen } from './g/[gym]/(office)/office/staff/_components/staff-screen.tsx';
import { StartScreen } from './g/[gym]/(office)/office/start/_components/start-screen.tsx';

const place = { locationId: 'l', timeZone: 'UTC' };
const staff = { id: 's', displayName: 'Ana' };
const counter = { location: { id: 'l', timeZone: 'UTC' } } as unknown as ReceptionView; // safe because: the panel looks at nothing else

beforeEach(() => {
  const error = { code: 'unexpected', message: '', requestId: 'r', retryable: false };
  vi.stubGlobal('fetch', async () => Response.json({ ok: false, error }, { status: 403 }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each<[string, { queryKey: readonly unknown[] }, ReactNode, RegExp]>([
  ['the staff', staffQuery('l'), <StaffScreen key="1" {...place} ownId="o" />, /list of staff/],
  [
    'lists of members that are brought over',
    migrationsQuery('l'),
    <MigrationScreen key="2" {...place} />,
    /lists of members/,
  ],
  [
    'the legacy interface',
    legacyQuery('l'),
    <LegacyScreen key="3" {...place} staff={staff} />,
    /state of the legacy interface/,
  ],
  ['the key', statusQuery('l'), <ConnectionScreen key="4" {...place} staff={staff} />, /state of the member system/],
  ['the connection', connectionQuery('l'), <WebhookScreen key="7" {...place} />, /connection/],
  ['the first steps', gettingStartedQuery('l'), <StartScreen key="8" {...place} />, /steps/],
  [
    'the cards of a demo',
    demoQuery('l'),
    <ReceptionContext key="5" value={counter}>
      <TryIt onClose={() => {}} />
    </ReceptionContext>,
    /demo cards/,
  ],
  [
    'tasks',
    memberTasksQuery('l', 'a'),
    <TasksSection key="6" {...place} accountId="a" staffId="s" person="Ben" />,
    /tasks/,
  ],
])('a failed read of %s shows an error with a retry', async (_, query, screen, what) => {
  const queryClient = makeQueryClient();
  // rendered to a string once: no second attempt follows
  queryClient.setDefaultOptions({ queries: { retryOnMount: false } });
  await queryClient.prefetchQuery(query as FetchQueryOptions); // safe because: the test does not use its data
  const text = textOf(render(screen, 'en', { queryClient }));
  expect(text).toMatch(new RegExp(`${what.source} could not be loaded\\. *Try again`, 'i'));
});
