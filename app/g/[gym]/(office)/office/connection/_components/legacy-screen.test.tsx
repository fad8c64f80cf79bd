import { useState } from 'react';
import { expect, test } from 'vitest';
import { LegacyForm } from '#components/office/legacy.tsx';
import { elementsOf } from '#components/testing/elements.ts';
import { render } from '#components/testing/render.tsx';
import { legacyQuery } from '#lib/browser/queries/office-queries.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import type { LegacyView } from '#lib/wire/legacy-connectivity.ts';
import { LegacyScreen } from './legacy-screen.tsx';

const staff = { id: 's', displayName: 'Ana' };
const legacy: LegacyView = {
  url: 'https://mms.example.com/v1',
  gymId: '17',
  needsAttention: false,
  state: 'heard',
  heardAt: '2025-11-20T08:12:00.000Z',
  failingSince: null,
};

/** The keys of the form: with the interface known, and during the refetch after a change of user. */
function keysOfForm(known: LegacyView | null): (string | null)[] {
  const queryClient = makeQueryClient();
  const { queryKey } = legacyQuery('l');
  queryClient.setQueryData(queryKey, { legacy: known });
  const keys: (string | null)[] = [];
  function Screen() {
    const [isReadAnew, setReadAnew] = useState(false);
    const screen = LegacyScreen({ locationId: 'l', timeZone: 'UTC', staff });
    keys.push(...elementsOf(LegacyForm, screen).map(({ key }) => key));
    if (!isReadAnew) {
      queryClient.removeQueries({ queryKey });
      setReadAnew(true);
    }
    return screen;
  }
  render(<Screen />, 'en', { queryClient });
  return keys;
}

test.each([legacy, null])('the form keeps its input during a refetch after a change of user (%o)', (known) => {
  const [before, after, ...others] = keysOfForm(known);
  expect(before).toBeDefined();
  expect(after).toBe(before);
  expect(others).toEqual([]);
});
