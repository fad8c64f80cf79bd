import type { PlaywrightWorkerArgs } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect } from '#e2e/base/fixtures.ts';
import { signInByRequest } from '#e2e/base/sign-in-request.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { builtActions } from './build.ts';
import { callAction } from './call.ts';

/** Calls an action of the office's page about staff, as the manager, without that page. */
export async function callAboutStaff(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
  { action: name, whom, input }: { action: 'giveBadge' | 'openBadge'; whom: string; input?: object },
): Promise<ActionResult<unknown>> {
  const action = builtActions().find(({ endpoint }) => endpoint.endsWith(`/office/staff/actions.ts ${name}`));
  if (!action) throw new Error(`The build has no action ${name}.`);
  const [person] = await queryDatabase<{ id: string }>(stack, 'desk', [
    // other tests hire people of the same names
    { text: `select id from staff where name = $1 and email like '%@demo.example'`, values: [whom] },
  ]);
  const request = await signInByRequest(playwright, stack, 'manager');
  const given = { locationId: await stack.findLocation(), staffId: person?.id, ...input };
  const answer = await callAction({ request, origin: stack.deskUrl }, action, given);
  await request.dispose();
  return answer;
}

/** Gives a badge by a request; a new owner does it on the page (`tools/new-gym/steps.ts`). */
export async function giveBadgeByRequest(
  playwright: PlaywrightWorkerArgs['playwright'],
  stack: Stack,
  { name, card, pin }: { name: string; card: string; pin: string },
): Promise<void> {
  const input = { card, source: 'scan', pin };
  const answer = await callAboutStaff(playwright, stack, { action: 'giveBadge', whom: name, input });
  expect(answer).toEqual({ ok: true, value: { kind: 'given' } });
}
