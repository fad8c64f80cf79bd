import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import net from 'node:net';

/** A certificate authority for a test, trusted only where configured. Its keys and certificates exist only in the test. */
interface TestAuthority {
  /** PEM. */
  certificate: string;
  issue(wanted: { name: string; from?: Date; until?: Date }): { key: string; cert: string };
}

const dayMs = 24 * 60 * 60_000;

/** Creates X.509 certificates (RFC 5280): Node signs them, and the few ASN.1 structures are encoded here. */
export function createTestAuthority(now = Date.now()): TestAuthority {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'Authority of a test';
  const certify = (subject: string, subjectKey: KeyObject, extension: Buffer, from: Date, until: Date) => {
    const body = sequence(
      tagged(0xa0, integer(2)),
      integer(Math.floor(Math.random() * 2 ** 31) + 1),
      ecdsaWithSha256,
      nameOf(issuer),
      sequence(time(from), time(until)),
      nameOf(subject),
      subjectKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(extension)),
    );
    return pem(sequence(body, ecdsaWithSha256, bits(sign('sha256', body, authority.privateKey))));
  };
  const [yesterday, nextYear] = [new Date(now - dayMs), new Date(now + 365 * dayMs)];
  return {
    certificate: certify(issuer, authority.publicKey, isAuthority, yesterday, nextYear),
    issue: ({ name, from = yesterday, until = nextYear }) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = certify(name, publicKey, isFor(name), from, until);
      return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
    },
  };
}

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...contents: Buffer[]) => tagged(0x30, ...contents);
const octets = (content: Buffer) => tagged(0x04, content);
const bits = (content: Buffer) => tagged(0x03, Buffer.from([0]), content);
/** @param value up to 31 bits */
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  const firstUsed = bytes.findIndex((byte, at) => at === 3 || byte !== 0 || (bytes[at + 1] ?? 0) >= 0x80);
  return tagged(0x02, bytes.subarray(firstUsed));
}
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');
const nameOf = (name: string) => sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(name)))));
/** GeneralizedTime: supports any year. */
const time = (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
const isTrue = tagged(0x01, Buffer.from([0xff]));
/** Basic constraints, critical. */
const isAuthority = sequence(identifier('551d13'), isTrue, octets(sequence(isTrue)));
/** Subject alternative name: what clients compare the host with. */
const isFor = (name: string) =>
  sequence(
    identifier('551d11'),
    octets(
      sequence(
        net.isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
      ),
    ),
  );

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
