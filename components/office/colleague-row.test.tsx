import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { Colleague } from '#lib/wire/staff.ts';
import { ColleagueRow } from './colleague-row.tsx';

const ana: Colleague = {
  ...{ id: '1', name: 'Ana Keller', initials: 'AK', role: 'reception', email: 'ana@example.com', isDisabled: false },
  ...{ passwordLock: null, hasBadge: false, badgeLockedAt: null, mayGiveBadge: true, account: null },
};
const signOut = 'Sign out everywhere: Ana Keller';
const row = (colleague: Partial<Colleague>) => {
  const markup = render(
    <ColleagueRow colleague={{ ...ana, ...colleague }} timeZone="Europe/Berlin" onAsk={() => {}} />,
  );
  const buttons = [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
  return { text: textOf(markup), buttons };
};

test('who has neither badge nor account can be given both, and each button says for whom', () => {
  expect(row({}).buttons).toEqual([signOut, 'Assign badge: Ana Keller', 'Link account: Ana Keller']);
});

test('who has both can lose both', () => {
  const { text, buttons } = row({ hasBadge: true, account: { name: 'Ana K.' } });
  expect(buttons).toEqual([
    signOut,
    'Change PIN: Ana Keller',
    'Remove badge: Ana Keller',
    'Unlink account: Ana Keller',
  ]);
  expect(text).toContain('Has a badge');
  expect(text).toContain('Ana K.');
});

test('of who also works elsewhere a lost badge can be taken away, and it is said why no more', () => {
  const { text, buttons } = row({ hasBadge: true, mayGiveBadge: false });
  expect(buttons).toEqual([signOut, 'Remove badge: Ana Keller', 'Link account: Ana Keller']);
  expect(text).toContain('Also works in a gym that is not yours.');
});

test('a disabled colleague gets nothing new', () => {
  const { text, buttons } = row({ isDisabled: true });
  expect(buttons).toEqual([]);
  expect(text).toContain('Disabled');
});

test('a locked badge says since when, and can be opened', () => {
  const { text, buttons } = row({ hasBadge: true, badgeLockedAt: '2026-11-21T08:41:07.123Z' });
  expect(text).toMatch(/Locked since .*09:41, after 30 wrong PINs/);
  expect(buttons).toContain('Unlock badge: Ana Keller');
});

test('a sign-in that was refused for too many failures says when, and from where', () => {
  const passwordLock = { at: '2026-11-21T08:41:07.123Z', clientAddress: '198.51.100.7' };
  expect(row({ passwordLock }).text).toMatch(/refused at .*09:41.* 198\.51\.100\.7/);
  expect(row({}).text).not.toContain('refused');
});
