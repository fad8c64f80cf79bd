import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { useHolderName } from './names.ts';

const holder = {
  accountId: 'a-2',
  displayName: 'Anna Müller',
  initials: 'AM',
  photoUrl: null,
  membershipId: 'M-10443',
  dateOfBirth: '1970-01-02',
};

function Named({ name }: { name: string }) {
  return <p>{useHolderName()(holder, name)}</p>;
}
const named = (name: string, locale?: Locale) => textOf(render(<Named name={name} />, locale));

test('the former holder of a card is distinguished from a new one of the same name by birthday and id', () => {
  expect(named('Anna Müller')).toBe('Anna Müller (born 2 Jan 1970 · M-10443)');
  expect(named('Anna Müller', 'de')).toBe('Anna Müller (geb. 2. Jan. 1970 · M-10443)');
  expect(named('Omar Aziz')).toBe('Anna Müller');
});
