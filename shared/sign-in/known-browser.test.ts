import { expect, test } from 'vitest';
import { browserFor, browserForAnybody, deviceLifeMs, readDevice, renewDevice, signDevice } from './known-browser.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const other = 'another-secret-of-thirty-two-characters';
const at = (now: number, keys: { secret: string; previousSecret?: string } = { secret }) => ({
  ...keys,
  clock: () => now,
});
const id = '5f0c7b1e-1111-4222-8333-444455556666';
const fresh = { deviceId: id, people: [] };
const ana = 'ana@example.com';
const kept = signDevice(at(0), fresh, ana);
const clientAddress = '192.0.2.1';
const idFor = (address: string, text = kept, signing = at(1)) =>
  browserFor(signing, { device: readDevice(signing, text), clientAddress }, address).deviceId;

test('a browser is known by its cookie, for a year', () => {
  expect(readDevice(at(1), kept)?.deviceId).toBe(id);
  expect(readDevice(at(deviceLifeMs - 1), kept)?.deviceId).toBe(id);
  expect(readDevice(at(deviceLifeMs), kept)).toBeNull();
});

test('it is known only for the people who have signed in there', () => {
  expect([idFor(ana), idFor('ben@example.com')]).toEqual([id, null]);
  const shared = signDevice(at(0), readDevice(at(0), kept) ?? fresh, 'ben@example.com');
  expect([idFor(ana, shared), idFor('ben@example.com', shared), idFor('cleo@example.com', shared)]).toEqual([
    id,
    id,
    null,
  ]);
  expect(shared).not.toMatch(/ana|ben/);
});

test('after twenty others it forgets who signed in first', () => {
  let text = kept;
  for (let i = 0; i < 19; i += 1) text = signDevice(at(0), readDevice(at(0), text) ?? fresh, `${i}@example.com`);
  expect(idFor(ana, text)).toBe(id);
  text = signDevice(at(0), readDevice(at(0), text) ?? fresh, '19@example.com');
  expect([idFor(ana, text), idFor('0@example.com', text), idFor('19@example.com', text)]).toEqual([null, id, id]);
});

test('it stays known, for the same people, during a rotation of the secret', () => {
  const changing = at(1, { secret: other, previousSecret: secret });
  expect(idFor(ana, kept, changing)).toBe(id);
  expect(idFor(ana, signDevice(changing, readDevice(changing, kept) ?? fresh, 'ben@example.com'), changing)).toBe(id);
  expect(readDevice(at(1, { secret: other }), kept)).toBeNull();
});

test('it stays known beyond a year and a rotation by a renewal, which adds nobody', () => {
  const later = at(deviceLifeMs - 1, { secret: other, previousSecret: secret });
  const renewed = renewDevice(later, readDevice(later, kept) ?? fresh);
  const afterwards = at(2 * deviceLifeMs - 2, { secret: other });
  expect(readDevice(afterwards, renewed)).toEqual(readDevice(later, kept));
  expect(idFor('ben@example.com', renewed, afterwards)).toBeNull();
});

test('attempts of a person are serialized across all their browsers, including those by badge', () => {
  const texts = [kept, signDevice(at(0), { deviceId: 'another', people: [] }, ana)];
  const sent = texts.map((text) => ({ device: readDevice(at(1), text), clientAddress }));
  const browsers = sent.flatMap((one) => [browserFor(at(1), one, ana), browserForAnybody(one)]);
  expect(new Set(browsers.map((browser) => (browser.deviceId === null ? null : browser.person))).size).toBe(1);
});

test('a cookie from before people were recorded makes the browser known for no person, and for badges', () => {
  const device = readDevice(at(1), 'a-device.31536000001.rQL2QNGiznucHhTSUiMzjq8IayGdmB0RFDFb5SeVSCk');
  expect(device).toEqual({ deviceId: 'a-device', people: [] });
  expect(browserFor(at(1), { device, clientAddress }, ana).deviceId).toBeNull();
  expect(browserForAnybody({ device, clientAddress }).deviceId).toBe('a-device');
});

test.each([
  ['nothing', undefined],
  ['only an id', id],
  ['another id', kept.replace('5f0c', '5f0d')],
  ['a later expiry', kept.replace(String(deviceLifeMs), String(deviceLifeMs * 9))],
  ['another person', kept.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`)],
  ['no person', kept.replace(/\.[\w-]{22}\./, '.')],
  ['another signature', kept.replace(/.{43}$/, 'A'.repeat(43))],
  ['a short signature', kept.slice(0, -1)],
])('%s makes no browser known', (_, invented) => {
  expect(readDevice(at(1), invented)).toBeNull();
});
