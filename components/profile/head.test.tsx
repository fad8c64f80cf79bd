import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { type ProfileValues, profileFields } from '#lib/wire/members.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';
import { ProfileHead } from './head.tsx';

// safe because: each name has a text
const values = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues;
const name = { accountId: 'a-1', displayName: 'Omar Haddad', initials: 'OH' };

const say = (because: PlatformTrouble | null, locale: 'en' | 'de' = 'en') =>
  textOf(
    render(
      <ProfileHead
        profile={{ ...name, values, corporateStart: null, corporateEnd: null }}
        photo={null}
        remembered={because && { because, confirmedAt: '2026-11-21T08:41:00.000Z' }}
        inSince={null}
        parts={{ roles: false, removal: false }}
        onPress={() => {}}
        timeZone="Europe/Berlin"
      />,
      locale,
    ),
  );

test.each([
  ['platformUnavailable', 'cannot be reached', 'ist nicht erreichbar'],
  ['keyRejected', 'does not accept this gym’s key', 'nimmt den Schlüssel dieses Studios nicht an'],
  ['permissionMissing', 'key may not be used to read members', 'erlaubt nicht, Mitglieder zu lesen'],
] as const)('a member shown from the local copy because of %s has one notice', (because, english, german) => {
  expect(say(because)).toContain(english);
  expect(say(because)).toContain('This is what Front Desk knew at');
  expect(say(because, 'de')).toContain(german);
  expect(say(because).includes('cannot be reached')).toBe(because === 'platformUnavailable');
  expect(say(because, 'de').includes('nicht erreichbar')).toBe(because === 'platformUnavailable');
});

test('a member confirmed by the platform has no such notice', () => {
  expect(say(null)).not.toContain('This is what Front Desk knew');
});
