import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { CardsInput } from './input.tsx';
import { PassesIssuer } from './passes-issuer.tsx';

const input = { readerProfiles: [defaultReaderProfile], onCard: () => {}, onScan: () => {} };

test('a card can be scanned, typed, or not tapped where the browser cannot', () => {
  const text = textOf(render(<CardsInput {...input} isHidden={false} />));
  expect(text).toContain('Hold the card or the phone to the reader');
  expect(text).toContain('Or type the number on the card');
  expect(text).toContain('Chrome on an Android device with NFC can.');
});

test('it is hidden while another question is open', () => {
  expect(render(<CardsInput {...input} isHidden />)).toMatch(/^<div hidden=""/);
});

test('issuers that were used before come first, and the first is chosen', () => {
  const issuers = [{ wallet: 'apple', passTypeId: 'pass.com.example' } as const];
  const choose = { onChoose: () => {}, onBack: () => {} };
  const markup = render(<PassesIssuer issuers={issuers} {...choose} />);
  expect(textOf(markup)).toMatch(/Apple pass, pass\.com\.example Another Google issuer Another Apple issuer No issuer/);
  expect(markup).not.toContain('Collector id');
  expect(textOf(render(<PassesIssuer issuers={[]} {...choose} />))).toContain('Collector id of the Google pass');
});
