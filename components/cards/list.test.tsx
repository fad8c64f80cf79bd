import { expect, test } from 'vitest';
import { ProductsList } from '#components/products/list.tsx';
import { render, textOf } from '#components/testing/render.tsx';
import { CardsHolderQuestion } from './change-flow.tsx';
import { CardsList, PassesList } from './list.tsx';

const own = { rfid: '0x04A23BC21C2680', tagFormat: 'MIFARE', isFromMachine: false };
const machines = { rfid: '0x9F3C71D2', tagFormat: null, isFromMachine: true };

test('a card of a machine is marked and cannot be taken; our own can', () => {
  const markup = render(<CardsList cards={[own, machines]} onLost={() => {}} />);
  expect(textOf(markup)).toContain('0x9F3C 71D2 Issued by a machine');
  expect(markup.match(/<button/g)).toHaveLength(1);
  expect(markup).toContain('Report lost: card 0x04A2 3BC2 1C26 80');
});

test('without the permission to edit there are no buttons', () => {
  expect(render(<CardsList cards={[own]} onLost={null} />)).not.toContain('<button');
  expect(render(<PassesList passes={[{ issuer: null, ending: 'cafe01' }]} onRemove={null} />)).not.toContain('<button');
});

test('passes are named by issuer, and never by their whole token', () => {
  const passes = [
    { issuer: { wallet: 'google', collectorId: 1234567 } as const, ending: 'cafe01' },
    { issuer: { wallet: 'apple', passTypeId: 'pass.com.example' } as const, ending: 'cafe02' },
  ];
  const text = textOf(render(<PassesList passes={passes} onRemove={() => {}} />, 'de'));
  expect(text).toContain('Google-Pass, Herausgeber 1234567');
  expect(text).toContain('Apple-Pass, pass.com.example endet auf cafe02');
});

test('the confirmation before a card moves names both members, and tells two of the same name apart', () => {
  const people = {
    kind: 'rfid' as const,
    holder: {
      accountId: 'a-2',
      displayName: 'Omar Haddad',
      initials: 'OH',
      membershipId: 'M-10443',
      dateOfBirth: '1970-01-02',
      photoUrl: null,
    },
    name: 'Lena Vogt',
    onMove: () => {},
    onKeep: () => {},
  };
  expect(textOf(render(<CardsHolderQuestion {...people} isAgain={false} />))).toContain(
    'This card belongs to Omar Haddad. Move it to Lena Vogt?',
  );
  expect(textOf(render(<CardsHolderQuestion {...people} isAgain />))).toContain(
    'This card now belongs to Omar Haddad. Move it to Lena Vogt? Omar Haddad can then no longer come in with it. OH Omar Haddad born 2 Jan 1970 · M-10443',
  );
  expect(textOf(render(<CardsHolderQuestion {...people} kind="nfc" isAgain={false} />, 'de'))).toContain(
    'Dieser Pass gehört Omar Haddad. Soll Lena Vogt ihn bekommen?',
  );
});

test('if the page shows neither of two members of the same name, the confirmation describes both', () => {
  const anna = { displayName: 'Anna Müller', initials: 'AM', photoUrl: null };
  const holder = { ...anna, accountId: 'a-2', membershipId: 'M-10443', dateOfBirth: '1970-01-02' };
  const taker = { ...anna, membershipId: 'M-10671', dateOfBirth: '2001-05-06' };
  const question = (locale: 'en' | 'de') =>
    textOf(
      render(
        <CardsHolderQuestion
          kind="rfid"
          holder={holder}
          name={anna.displayName}
          taker={taker}
          isAgain={false}
          onMove={() => {}}
          onKeep={() => {}}
        />,
        locale,
      ),
    );
  expect(question('en')).toContain(
    'Has it now AM Anna Müller born 2 Jan 1970 · M-10443 Will have it AM Anna Müller born 6 May 2001 · M-10671',
  );
  expect(question('de')).toMatch(/Bisher bei AM Anna Müller .*M-10443 Künftig bei AM Anna Müller .*M-10671/);
});

test('bookings say whether they run, with the days as the language writes them', () => {
  const booking = { productId: '7', title: 'Sauna', startDate: '2026-11-01', endDate: '2026-12-31', isRunning: true };
  const list = { timeZone: 'Europe/Berlin', change: null };
  expect(textOf(render(<ProductsList bookings={[booking]} {...list} />))).toBe('Sauna Active 1 Nov 2026 – 31 Dec 2026');
  expect(textOf(render(<ProductsList bookings={[{ ...booking, isRunning: false }]} {...list} />, 'de'))).toBe(
    'Sauna Geplant 1. Nov. 2026 – 31. Dez. 2026',
  );
});
