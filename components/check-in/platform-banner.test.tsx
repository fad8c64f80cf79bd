import { describe, expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { statusOf } from '#lib/testing/platform-status.ts';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { type PlatformStatus, storageTroubles } from '#lib/wire/status.ts';
import german from '#messages/de/desk.json' with { type: 'json' };
import messages from '#messages/en/desk.json' with { type: 'json' };
import { PlatformBanner } from './platform-banner.tsx';

const reachable = statusOf();
const since = '2026-11-20T08:12:00.000Z';
const say = (status: Partial<PlatformStatus>, role: StaffRole = 'reception') =>
  textOf(render(<PlatformBanner status={{ ...reachable, ...status }} role={role} timeZone="Europe/Berlin" />));

describe('the banner about the state of the platform', () => {
  it('is empty while all is well', () => {
    expect(say({})).toBe('');
  });

  it('shows since when the platform is unreachable, how many visits wait, and that nothing is lost', () => {
    const text = say({ connection: { state: 'unreachable', since, cause: 'silent' }, waitingVisits: 3 });
    expect(text).toContain('has been unreachable since');
    expect(text).toContain('09:12');
    expect(text).toContain('3 visits wait to be sent');
    expect(text).toContain('nothing is lost');
  });

  it.each(outageCauses)(
    'shows cause and remedy to the manager, and what reception can do to reception: %s',
    (cause) => {
      const connection = { state: 'unreachable', since, cause } as const;
      const [manager, reception] = [say({ connection }, 'manager'), say({ connection })];
      expect(manager).toContain(messages.platform.causes[cause]);
      expect(reception).not.toContain(messages.platform.causes[cause]);
      expect(reception).toMatch(/tell the manager|nothing you need to do/i);
      for (const text of [manager, reception]) expect(text).toContain('nothing is lost');
    },
  );

  it.each(outageCauses)('says of any server why it is not reached, also of a data export: %s', (cause) => {
    const [en, de] = [messages.platform.causes[cause], german.platform.causes[cause]];
    expect(en).not.toMatch(/^It |\b[Ii]ts\b|member system/);
    expect(de).not.toMatch(/^Es (meldet|antwortet)|\b[Ss]eine?\b|Mitgliedersystem/);
  });

  it.each(storageTroubles)(
    'shows that the desk itself cannot save, and the remedy to the manager only: %s',
    (storage) => {
      const [manager, reception] = [say({ storage }, 'manager'), say({ storage })];
      for (const text of [manager, reception])
        expect(text).toMatch(/cannot save.*wait in this browser.*nothing is lost/);
      expect(manager).toContain(messages.platform.storageCauses[storage]);
      expect(reception).not.toContain(messages.platform.storageCauses[storage]);
      expect(reception).toContain('Tell the manager');
    },
  );

  it('names no cause while it is unknown', () => {
    const text = say({ connection: { state: 'unreachable', since, cause: null } }, 'manager');
    expect(text).toContain('Keep scanning');
    for (const sentence of Object.values(messages.platform.causes)) expect(text).not.toContain(sentence);
  });

  it.each(['keyRejected', 'permissionMissing'] as const)(
    'sends reception to the manager about the key, and not the manager: %s',
    (state) => {
      const connection = { state, since };
      expect(say({ connection })).toContain('Tell the manager');
      expect(say({ connection }, 'manager')).not.toContain('Tell the manager');
    },
  );

  it('links only the manager to the field for the key', () => {
    const status = { ...reachable, connection: { state: 'keyRejected', since } } as const;
    const linkFor = (role: StaffRole) =>
      render(<PlatformBanner status={status} role={role} timeZone="Europe/Berlin" />).includes(
        'href="/g/munich-west/office/connection#key"',
      );
    expect([linkFor('manager'), linkFor('reception')]).toEqual([true, false]);
  });

  it('shows only the manager how many items of a list could not be parsed', () => {
    const unreadable = [{ list: 'members', count: 3, isEndless: false, isCutShort: false } as const];
    expect(say({ unreadable }, 'manager')).toContain('3 members could not be loaded');
    expect(say({ unreadable })).toBe('');
  });

  it('shows the manager that a list does not end', () => {
    const unreadable = [{ list: 'members', count: 0, isEndless: true, isCutShort: false } as const];
    expect(say({ unreadable }, 'manager')).toContain('list of members does not end');
  });

  it.each([
    ['members', 'list of members broke off'],
    ['tasks', 'list of all tasks could not be loaded Tasks that were deleted there may still be shown'],
  ] as const)('shows the manager that the list of %s could not be loaded completely', (list, said) => {
    const unreadable = [{ list, count: 0, isEndless: false, isCutShort: true }];
    expect(say({ unreadable }, 'manager')).toContain(said);
  });

  it('has a singular form for one visit', () => {
    expect(say({ refusedVisits: 1 })).toBe('The member system has not accepted 1 visit It is saved. Tell the manager.');
    expect(say({ refusedVisits: 2 })).toBe(
      'The member system has not accepted 2 visits They are saved. Tell the manager.',
    );
  });

  it('distinguishes a visit of nobody from a visit that the platform refused', () => {
    const text = say({ unresolvedVisits: 1 });
    expect(text).toMatch(/1 visit was not counted: nobody was found/);
    expect(text).not.toContain('refused');
  });

  it('has no button that ends a visit: the outbox asks for a reason', () => {
    const told = { status: statusOf({ refusedVisits: 2, unresolvedVisits: 1 }), role: 'manager' } as const;
    const banner = render(<PlatformBanner {...told} timeZone="Europe/Berlin" />);
    expect(banner).not.toContain('<button');
    expect(textOf(banner)).toContain('They are kept until you dismiss them in the outbox.');
  });

  it.each([
    [{ clockAheadS: 360 }, '6 minutes ahead'],
    [{ clockAheadS: -60 }, '1 minute behind'],
    [{ visitsInDoubt: 2 }, 'The time of 2 visits is uncertain'],
  ])('shows wrong clocks to the manager only: %j', (status, sentence) => {
    expect(say(status, 'manager')).toContain(sentence);
    expect(say(status)).toBe('');
  });

  it('leads the manager to the outbox from visits that wait or were refused', () => {
    const link = (status: Partial<PlatformStatus>, role: StaffRole) =>
      say(status, role).includes(messages.platform.outboxLink);
    const connection = { state: 'unreachable', since, cause: null } as const;
    for (const status of [
      { waitingVisits: 1 },
      { refusedVisits: 1 },
      { unresolvedVisits: 1 },
      { connection, waitingVisits: 1 },
    ]) {
      expect(link(status, 'manager')).toBe(true);
      expect(link(status, 'reception')).toBe(false);
    }
    expect(link({ connection }, 'manager')).toBe(false);
  });
});
