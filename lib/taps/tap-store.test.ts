import { expect, test } from 'vitest';
import type { TapRequest } from './tap-request.ts';
import { withoutName } from './tap-store.ts';

const tap = { tapId: 't', locationId: 'l', staffId: 's', tappedAt: 1 };

test('what was read and what was pressed is kept as it is: ids, a time and a number', () => {
  const kept: TapRequest[] = [
    { ...tap, kind: 'lookUp', source: 'scan', value: '0x04A2' },
    { ...tap, kind: 'checkIn', accountId: 'account-of-lena' },
    { ...tap, kind: 'checkOut', accountId: 'account-of-lena' },
  ];
  for (const request of kept) expect(withoutName(request)).toEqual(request);
});

test('a member who was chosen is kept without the name', () => {
  const chosen = { ...tap, kind: 'lookUp', source: 'chosen', value: 'account-of-lena', name: 'Lena Vogt' } as const;
  expect(JSON.stringify(withoutName(chosen))).not.toContain('Lena');
  expect(withoutName(chosen)).toMatchObject({ tapId: 't', value: 'account-of-lena' });
});

test('a reason that somebody wrote is not kept', () => {
  expect(withoutName({ ...tap, kind: 'admitAnyway', accountId: 'a', reason: 'Lena Vogt is my aunt' })).toBeNull();
});
