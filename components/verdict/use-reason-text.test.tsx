import { describe, expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { reasonOf } from '#components/testing/sample-verdicts.ts';
import { locales } from '#lib/wire/i18n/locale.ts';
import type { Reason } from '#lib/wire/verdict.ts';
import { useReasonText } from './use-reason-text.ts';

function Said({ reason, timeZone }: { reason: Reason; timeZone: string }) {
  const { text, next } = useReasonText(timeZone)(reason);
  return `${text}${next ? ` → ${next.actor}: ${next.step}` : ''}`;
}

const say = (reason: Reason, locale: 'en' | 'de' = 'en', timeZone = 'Europe/Berlin') =>
  textOf(render(<Said reason={reason} timeZone={timeZone} />, locale));

describe('a reason', () => {
  it.each(locales.flatMap((locale) => Object.values(reasonOf).map((reason) => [locale, reason.code, reason] as const)))(
    'has its own sentence in %s: %s',
    (locale, _code, reason) => {
      const said = say(reason, locale);
      expect(said).not.toBe('');
      const others = Object.values(reasonOf).filter(({ code }) => code !== reason.code);
      expect(others.map((other) => say(other, locale))).not.toContain(said);
    },
  );

  it.each(Object.values(reasonOf).filter(({ nextActor }) => nextActor !== null))(
    'with a next actor names the next step: $code',
    (reason) => {
      expect(say(reason)).toMatch(/ → (member|reception|manager): .+/);
      expect(say(reason)).not.toMatch(/has to act/);
    },
  );

  it.each([reasonOf.note, reasonOf.stopNote])('of staff has the words of the note: $code', (reason) => {
    for (const locale of locales) expect(say(reason, locale)).toContain(reason.text);
  });

  it('names days relative to today', () => {
    const endsIn = (days: number) => say({ ...reasonOf.contractEndsSoon, days, nextActor: null });
    expect([0, 1, 9].map(endsIn)).toEqual([
      'Contract ends today',
      'Contract ends tomorrow',
      'Contract ends in 9 days, on 29 Nov 2026',
    ]);
    expect(say({ ...reasonOf.contractEndsSoon, days: 1, nextActor: null }, 'de')).toBe('Vertrag endet morgen');
  });

  it('keeps a calendar day in every time zone, and shows times in the time zone of the location', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
      expect(say({ ...reasonOf.contractEnded, nextActor: null }, 'en', timeZone)).toBe('Contract ended on 31 Oct 2026');
    }
    expect(say(reasonOf.checkedOut, 'en', 'Europe/Berlin')).toContain('11:00');
    expect(say(reasonOf.checkedOut, 'en', 'America/New_York')).toContain('05:00');
  });

  it('from a newer desk has a general sentence', () => {
    expect(say({ ...reasonOf.unreadable, problem: 'somethingNew', nextActor: null })).toBe(
      'What was read could not be understood',
    );
  });

  it('names a wrong keyboard layout and the remedy', () => {
    const under = (keyboardLayout: string) =>
      say({ ...reasonOf.unreadable, problem: 'keyboardLayout', keyboardLayout });
    expect(under('French AZERTY')).toMatch(/French AZERTY.*set the reader to this layout/);
    expect(under('German with Shift held')).toMatch(/release Shift/);
  });
});
