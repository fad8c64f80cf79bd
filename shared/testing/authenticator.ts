import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation } from '#shared/passkeys/create-passkey.ts';
import type { NewPasskey, PasskeyProof, PasskeyQuestion } from '#shared/webauthn/messages.ts';

interface Credential {
  id: string;
  key: KeyObject;
  counter: number;
  userHandle: string;
}

const text = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');
const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest();

/** CBOR of a byte string of 24 to 255 bytes. */
const bytes = (value: Uint8Array) => Buffer.concat([Buffer.from([0x58, value.length]), value]);
const word = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** User present and verified. */
const flags = 0x05;
const hasCredential = 0x40;

/** An authenticator in software, as a browser at `origin` would use it: ES256, with a count of signatures. */
export class Authenticator {
  origin = 'http://localhost:3000';
  isUserVerified = true;
  /** As a synced passkey, which counts no signatures. */
  countsNone = false;
  readonly #credentials: Credential[] = [];

  /** Creates a passkey. */
  create({ challenge, rp, user }: PasskeyCreation): NewPasskey {
    const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    this.#credentials.push({ id: text(id), key, counter: 0, userHandle: user.id });
    const cose = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
    const of = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const authData = Buffer.concat([this.#data(rp.id ?? '', 0, hasCredential), of]);
    const attestation = [Buffer.from([0xa3]), word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0])];
    const attestationObject = text(Buffer.concat([...attestation, word('authData'), bytes(authData)]));
    const clientDataJSON = text(this.#clientData('webauthn.create', challenge));
    const ids = { id: text(id), rawId: text(id), type: 'public-key' as const };
    return {
      ...ids,
      response: { clientDataJSON, attestationObject, transports: ['internal'] },
      clientExtensionResults: {},
    };
  }

  /** Uses the passkey that was created last. */
  prove({ challenge, rpId = '' }: PasskeyQuestion): PasskeyProof {
    const credential = this.#credentials.at(-1);
    if (!credential) throw new Error('There is no passkey.');
    if (!this.countsNone) credential.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge);
    const data = this.#data(rpId, credential.counter);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), credential.key);
    const { id, userHandle } = credential;
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle,
    };
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  /** A copy with the same key and count. */
  copy(): Authenticator {
    const copied = new Authenticator();
    copied.#credentials.push(...this.#credentials.map((credential) => ({ ...credential })));
    return copied;
  }

  #clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false });
  }

  #data(rpId: string, counter: number, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const seen = this.isUserVerified ? flags : 0x01;
    return Buffer.concat([sha256(rpId), Buffer.from([seen | more]), count]);
  }
}
