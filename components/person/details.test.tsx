import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { type ProfileValues, profileFields } from '#lib/wire/members.ts';
import { PersonDetails } from './details.tsx';

// safe because: each name has a text
const values = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues;

test('corporate fitness is shown by its days at the home gym, also at a gym in another time zone', () => {
  const profile = {
    accountId: 'a-1',
    displayName: 'Omar Haddad',
    initials: 'OH',
    values: { ...values, 'membership.membershipType': 'CORPORATE' },
    // the first and the last second of these days in Berlin
    corporateStart: '2026-10-31T23:00:00.000Z',
    corporateEnd: '2027-01-31T22:59:59.000Z',
  };
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Europe/Athens']) {
    const text = textOf(render(<PersonDetails profile={profile} timeZone={timeZone} isFirstOpen />));
    expect(text).toMatch(/Corporate fitness from\s*1 Nov 2026/);
    expect(text).toMatch(/Corporate fitness until\s*31 Jan 2027/);
  }
});
