import { describe, expect, test } from 'vitest';
import { type PhotoSealContext, type SealContext, seal, sealPhoto, unseal, unsealPhoto } from './seal.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const here: SealContext = { locationId: 'l-1', field: 'apiKey' };

test('values sealed by earlier versions can be opened', () => {
  const sealedUnder = 'a secret of at least thirty-two characters';
  const stored = 'v1.BwcHBwcHBwcHBwcH_ejkXT50-kH3tzKIp14AKyfzZih2uamlPg';
  expect(unseal({ secret: sealedUnder }, { sealed: stored, ...here })).toBe('fd_key_ü');
  const picture = Buffer.from('BwcHBwcHBwcHBwcHZIxjttwzDhQRsoho1INOVbqnbT0', 'base64url');
  const context = { locationId: 'l-1', accountId: 'a-1' } as const;
  expect(unsealPhoto({ secret: sealedUnder }, { sealed: picture, ...context })).toEqual(
    Buffer.from([0xff, 0x00, 0xd8, 0x80]),
  );
});

describe('a sealed credential', () => {
  test('opens with the secret it was sealed under', () => {
    expect(unseal({ secret }, { sealed: seal({ secret }, { plain: 'fd_key_ü', ...here }), ...here })).toBe('fd_key_ü');
  });

  test.each<[string, SealContext, string]>([
    ['under another secret', here, `${secret}!`],
    ['at another location', { ...here, locationId: 'l-2' }, secret],
    ['as another credential', { ...here, field: 'exportKey' }, secret],
  ])('does not open %s', (_, context, otherSecret) => {
    expect(() =>
      unseal({ secret: otherSecret }, { sealed: seal({ secret }, { plain: 'fd_key', ...here }), ...context }),
    ).toThrow(/cannot be opened/);
  });

  test('does not open when a byte of it was changed', () => {
    const sealed = seal({ secret }, { plain: 'fd_key', ...here });
    const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
    expect(() => unseal({ secret }, { sealed: changed, ...here })).toThrow(/cannot be opened/);
    expect(() => unseal({ secret }, { sealed: '', ...here })).toThrow(/cannot be opened/);
  });
});

describe('a sealed picture', () => {
  const ofLena: PhotoSealContext = { locationId: 'l-1', accountId: 'a-1' };
  const picture = Buffer.from([0xff, 0x00, 0xd8, 0x80]);

  test('opens for its member', () => {
    const sealed = sealPhoto({ secret }, { picture, ...ofLena });
    expect(sealed.includes(picture)).toBe(false);
    expect(unsealPhoto({ secret }, { sealed, ...ofLena })).toEqual(picture);
  });

  test.each<[string, PhotoSealContext, string]>([
    ['under another secret', ofLena, `${secret}!`],
    ['at another location', { ...ofLena, locationId: 'l-2' }, secret],
    ['for another member', { ...ofLena, accountId: 'a-2' }, secret],
  ])('does not open %s', (_, context, otherSecret) => {
    expect(
      unsealPhoto({ secret: otherSecret }, { sealed: sealPhoto({ secret }, { picture, ...ofLena }), ...context }),
    ).toBeNull();
  });
});
