import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { LapsedCardNotice } from './layout.tsx';

test('an expired card shows why it is not assigned and how to continue without it', () => {
  const notice = (locale: 'en' | 'de') => textOf(render(<LapsedCardNotice isLapsed onPutAway={() => {}} />, locale));
  expect(notice('en')).toMatch(
    /^The scanned card will not be assigned It was scanned too long ago.* assigned to nobody\./,
  );
  expect(notice('en')).toMatch(/Continue without the card$/);
  expect(notice('de')).toMatch(/Ohne Karte weiter$/);
});
