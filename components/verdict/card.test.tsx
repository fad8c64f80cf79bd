import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import {
  admitted,
  attention,
  lena,
  reasonOf,
  refused,
  unconfirmed,
  unknown,
  visit,
} from '#components/testing/sample-verdicts.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { VerdictCard, type VerdictCardProps } from './card.tsx';

const nothing = () => {};
const omar = { ...lena, accountId: 'account-of-omar', displayName: 'Omar Haddad', initials: 'OH' };
const pending = { tapId: 'tap-2', tappedAt: Date.parse('2026-11-20T08:45:00Z'), value: '0x51E69621' };

function card(verdict: Verdict | null, props: Partial<VerdictCardProps> = {}) {
  const markup = render(
    <VerdictCard
      verdict={verdict}
      lookingUp={null}
      timeZone="Europe/Berlin"
      pendingAction={null}
      onCheckIn={nothing}
      onCheckOut={nothing}
      onUndo={nothing}
      onAdmitAnyway={nothing}
      callManager={() => null}
      {...props}
    />,
  );
  const buttons = [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => textOf(button));
  return { markup, text: textOf(markup), buttons };
}

it('names the home gym of a member only if it is another gym of this desk', () => {
  expect(card({ ...admitted, homeGym: 'North' }).text).toContain('home gym: North');
  expect(card(admitted).text).not.toContain('home gym');
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the verdict', () => {
  it.each([
    [admitted, 'Admitted'],
    [attention, 'Attention'],
    [refused, 'Refused'],
    [unconfirmed, 'Not confirmed'],
    [unknown, 'Not known'],
  ])('is a region that names its kind in a word: $kind', (verdict, word) => {
    const { markup, text } = card(verdict);
    expect(markup).toMatch(new RegExp(`^<section[^>]* aria-label="Verdict"[^>]* data-verdict="${verdict.kind}"`));
    expect(text).toContain(word);
  });

  it('is announced once, with word, name and first reason', () => {
    const { markup } = card({ ...refused, reasons: [reasonOf.gymNotInNetwork] });
    const announced = [...markup.matchAll(/<p role="status"[^>]*>(.*?)<\/p>/g)].map(([, text]) => textOf(text ?? ''));
    expect(announced).toEqual([
      'Refused: Lena Vogt. No visit recorded. This gym is not in the corporate fitness network',
    ]);
  });

  it.each<[string, Verdict, RegExp]>([
    [
      'checked out',
      { ...admitted, visit: { ...visit, kind: 'checkOut' }, reasons: [reasonOf.checkedOut] },
      /Checked out/,
    ],
    ['undone', { ...admitted, reasons: [reasonOf.undone] }, /Undone/],
  ])('of a visit that is %s has its own word and a neutral colour', (_, verdict, word) => {
    const { markup, text } = card(verdict);
    expect(text).toMatch(word);
    expect(text).not.toContain('Admitted');
    expect(markup).toMatch(/^<section[^>]* class="[^"]*\bbg-unknown-soft\b/);
    expect(markup).not.toMatch(/(bg|border|text)-admitted/);
  });

  it.each<[string, Verdict, RegExp]>([
    ['admitted', admitted, /Checked in 20 Nov, 09:41/],
    ['of attention', { ...attention, reasons: [reasonOf.photoMissing] }, /Checked in 20 Nov, 09:41/],
    ['not confirmed', { ...unconfirmed, reasons: [reasonOf.platformSlow] }, /Checked in 20 Nov, 09:41/],
    ['refused', { ...refused, reasons: [reasonOf.noGuestProgramme] }, /No visit recorded/],
    ['not known', { ...unknown, reasons: [reasonOf.cardUnknown] }, /No visit recorded/],
    ['taken back', { ...admitted, reasons: [reasonOf.undone] }, /Visit not recorded/],
    [
      'a check-out taken back',
      { ...admitted, visit: { ...visit, kind: 'checkOut' }, reasons: [reasonOf.undone] },
      /Check-out not recorded/,
    ],
    ['checked out', { ...admitted, visit: { ...visit, kind: 'checkOut' } }, /Checked out 20 Nov, 09:41/],
    [
      'checked out elsewhere',
      { ...admitted, visit: null, reasons: [reasonOf.checkedOut] },
      /Checked out 20 Nov, 11:00/,
    ],
    ['not yet in', { ...admitted, visit: null, offers: ['checkIn'] }, /Not checked in yet/],
    [
      'in through the turnstile',
      { ...admitted, visit: null, reasons: [reasonOf.alreadyIn] },
      /Checked in 20 Nov, 09:00 at the turnstile/,
    ],
  ])('shows whether the visit is recorded: %s', (_, verdict, record) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') });
    const { text } = card(verdict);
    expect(text).toMatch(record);
    expect(text.match(new RegExp(record, 'g'))).toHaveLength(2); // once in the live region, once visible
    expect(text).not.toContain('In the gym since');
  });

  it('on a birthday or a first visit stays a plain admission, with a ribbon in place of a reason', () => {
    const { markup, text } = card({ ...admitted, reasons: [reasonOf.birthday, reasonOf.firstVisitThisMonth] });
    expect(markup).toMatch(/^<section[^>]* class="[^"]*\bbg-admitted-soft\b/);
    expect(text.match(/Birthday today/g)).toHaveLength(1);
    expect(text.match(/First visit this month/g)).toHaveLength(1);
    expect(markup).not.toContain('<li');
  });

  it('that the directory decided stays a plain admission, and says by which list', () => {
    const { markup, text } = card({ ...admitted, reasons: [reasonOf.fromDirectory] });
    expect(markup).toMatch(/^<section[^>]* class="[^"]*\bbg-admitted-soft\b/);
    expect(text).toContain('By the list of members of');
  });

  it('on an unknown card shows its number', () => {
    expect(card({ ...unknown, reasons: [reasonOf.cardUnknown] }).text).toContain('0x04B8 1D5A 2F6C 80');
  });

  it('leaves an unconfirmed admission to reception, also where the manager has to act afterwards', () => {
    for (const reason of [reasonOf.platformSlow, reasonOf.keyRejected]) {
      const { text } = card({ ...unconfirmed, reasons: [reason] });
      expect(text.match(/let in at your discretion/gi)).toHaveLength(1);
      expect(text).toContain('The visit is saved here and will be sent');
    }
    expect(card({ ...unconfirmed, visit: null, reasons: [reasonOf.platformSlow] }).text).not.toContain('saved');
  });

  it('does not promise to send a visit that is already delivered', () => {
    const delivered = { ...unconfirmed, visit: { ...visit, isToBeSent: false }, reasons: [reasonOf.platformSlow] };
    expect(card(delivered).text).not.toMatch(/saved|will be sent/);
  });

  it('is replaced by the look-up in flight, so that the previous verdict is not taken for its answer', () => {
    const { markup, text } = card(admitted, { lookingUp: { ...pending, glance: null } });
    expect(markup).not.toContain('data-verdict');
    expect(text).toContain('0x51E69621');
    expect(text).not.toContain('Lena Vogt');
  });

  it('is replaced by a glance of the likely member, which is unconfirmed and not announced', () => {
    const { markup, text, buttons } = card(refused, { lookingUp: { ...pending, glance: { member: omar } } });
    expect(markup).toMatch(/^<section[^>]* aria-busy="true"[^>]* data-verdict="unconfirmed" data-tap-id="tap-2"/);
    expect(text).toContain('Omar Haddad');
    expect(text).toContain('Confirming');
    expect(text).not.toMatch(/Admitted|Refused|Lena/);
    expect(markup).toMatch(/<p role="status"[^>]*><\/p>/);
    expect(buttons).toEqual([]);
  });

  it('of a tap that waits in this browser shows that, claims no visit and offers no action', () => {
    const waiting = { ...unconfirmed, visit: null, offers: [], reasons: [reasonOf.deskUnreachable] };
    const { markup, text, buttons } = card({ ...waiting, member: null });
    expect(markup).toMatch(/^<section[^>]* data-verdict="unconfirmed"/);
    expect(text).toContain('Front Desk’s server does not answer · scan saved in this browser');
    expect(text.match(/let in at your discretion/gi)).toHaveLength(1);
    expect(text).not.toMatch(/visit|will be sent/i);
    expect(buttons).toEqual([]);

    const leaving = { ...reasonOf.deskUnreachable, kept: 'checkOut', nextActor: null } as const;
    const leavingText = card({ ...waiting, reasons: [leaving] }).text;
    expect(leavingText).toContain('check-out saved in this browser');
    expect(leavingText).not.toMatch(/let in/i);

    for (const reason of [reasonOf.deskUnreachable, reasonOf.storageFailed, reasonOf.signedOut]) {
      const { text } = card({ ...waiting, reasons: [{ ...reason, kept: 'notStored' } as const] });
      expect(text).toContain('only in this window: leave it open');
      expect(text).not.toContain('in this browser');
    }
  });

  it('has a hint before the first scan', () => {
    expect(card(null).text).toContain('Ready for the next member');
  });
});

describe('the actions of a verdict', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-25T11:00:00.000Z') }));
  afterEach(() => void vi.useRealTimers());

  it('are those that the desk offers', () => {
    expect(card(admitted).buttons).toEqual(['Check out Alt O']);
    expect(card({ ...admitted, offers: ['checkIn', 'checkOut'] }).buttons).toEqual([
      'Check in Alt C',
      'Check out Alt O',
    ]);
    expect(card(unknown).buttons).toEqual([]);
  });

  it('include Undo exactly as long as the visit can be undone', () => {
    const undoUntil = (ms: number) => ({
      ...admitted,
      visit: { ...visit, undoUntil: new Date(Date.now() + ms).toISOString() },
    });
    expect(card(undoUntil(7_500)).buttons).toEqual(['Undo 8 s Alt R', 'Check out Alt O']);
    expect(card(undoUntil(7_500)).markup).toMatch(/button-main[^>]*>Undo[\s\S]*button-quiet[^>]*>Check out/);
    expect(card(undoUntil(-1)).markup).toMatch(/button-main[^>]*>Check out/);
    expect(card(undoUntil(-1)).buttons).toEqual(['Check out Alt O']);
  });

  it('count down to the end of Undo by the desk’s clock', () => {
    const fiveSecondsLeft = {
      ...admitted,
      visit: { ...visit, undoUntil: new Date(Date.now() + 60_000 + 4_500).toISOString() },
    };
    expect(card(fiveSecondsLeft, { clockAheadMs: 60_000 }).buttons).toContain('Undo 5 s Alt R');
  });

  it('include the override of a refusal only for users with the permission; others can call a manager', () => {
    expect(card(refused).buttons).toEqual(['Call a manager…']);
    expect(card({ ...refused, mayOverride: true }).buttons).toEqual(['Let in anyway…']);
  });

  it('include it also for somebody who is in by an earlier refused visit, and not for the visit of the verdict itself', () => {
    const again = { ...refused, visit: { ...visit, tapId: 'earlier', undoUntil: null }, offers: ['checkOut' as const] };
    expect(card(again).buttons).toEqual(['Check out Alt O', 'Call a manager…']);
    expect(card({ ...again, mayOverride: true }).buttons).toEqual(['Check out Alt O', 'Let in anyway…']);
    expect(card({ ...again, tapId: 'earlier' }).buttons).toEqual(['Check out Alt O']);
  });

  it('are disabled while one of them is in flight', () => {
    const { markup } = card(admitted, { pendingAction: 'checkOut' });
    expect(markup).toMatch(/<button[^>]* aria-disabled="true"/);
  });
});
