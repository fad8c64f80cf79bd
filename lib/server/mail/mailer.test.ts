import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeMailServer } from '#lib/testing/fake-mail-server.ts';
import { createTestAuthority } from '#shared/testing/certificates.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import { createMailer, type Mailer } from './mailer.ts';

const mail = { to: 'ana@gym.example', subject: 'Ihr Zugang, München', text: 'Guten Tag Ana,\n\nhier ist der Link.' };
/** The address of every network of this machine: a server there counts as a remote one. */
const everywhere = '0.0.0.0';

function mailerOf(url: string, silenceMs?: number): Mailer {
  const mailer = createMailer({ url, from: 'Front Desk <desk@gym.example>' }, silenceMs);
  if (!mailer) throw new Error('There is no mailer.');
  return mailer;
}

/** Trusts an authority in this process until the test ends. */
function trust(certificate: string): void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
}

test('without a server there is no mailer', () => {
  expect(createMailer({ url: undefined, from: undefined })).toBeNull();
});

test('a mail reaches the server with its sender, its subject and its text, and one recipient', async () => {
  const server = await startFakeMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const mailer = mailerOf(`smtp://desk%40gym:p%2Fw@127.0.0.1:${server.port}`);
  expect(await mailer.send(mail)).toEqual({ kind: 'sent' });
  expect(await mailer.send({ ...mail, to: 'ana@gym.example,eve@gym.example' })).not.toEqual({ kind: 'sent' });
  expect(server.received).toHaveLength(1);
  const [first] = server.received;
  expect(first).toMatchObject({ to: ['ana@gym.example'], user: 'desk@gym' });
  expect(first?.raw).toContain('From: Front Desk <desk@gym.example>');
  expect(first?.raw).toContain('To: ana@gym.example');
  expect(first?.raw).toMatch(/Subject: =\?UTF-8\?Q\?Ihr_Zugang=2C_M=C3=BCnchen\?=/);
  expect(first?.raw).toContain('hier ist der Link.');
});

test('a mailer that could not be loaded once is loaded for the next mail', async () => {
  const server = await startFakeMailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
  const loads = [() => Promise.reject(new Error('too many open files'))];
  const settings = { url: `smtp://127.0.0.1:${server.port}`, from: 'desk@gym.example' };
  const mailer = createMailer(settings, longestWaitMs, () => loads.pop()?.() ?? import('nodemailer'));
  expect(await mailer?.send(mail)).toMatchObject({ kind: 'failed' });
  expect(await mailer?.send(mail)).toEqual({ kind: 'sent' });
});

describe('a server on another machine', () => {
  const authority = createTestAuthority();
  const certified = authority.issue({ name: everywhere });

  test('gets the password and the mail only over TLS that it is trusted for', async () => {
    const server = await startFakeMailServer(certified, everywhere);
    const url = `smtp://desk:secret@${everywhere}:${server.port}`;
    expect(await mailerOf(url).send(mail)).toMatchObject({ kind: 'failed' });
    expect(server).toMatchObject({ received: [], passwords: [] });
    trust(authority.certificate);
    expect(await mailerOf(url).send(mail)).toEqual({ kind: 'sent' });
    expect(server.received).toMatchObject([{ isEncrypted: true, user: 'desk' }]);
  });

  test('gets it over TLS from the first byte where its address says so', async () => {
    trust(authority.certificate);
    const server = await startFakeMailServer({ ...certified, secure: true }, everywhere);
    expect(await mailerOf(`smtps://${everywhere}:${server.port}`).send(mail)).toEqual({ kind: 'sent' });
    expect(server.received).toMatchObject([{ isEncrypted: true }]);
  });

  test('gets nothing where it offers no TLS', async () => {
    const server = await startFakeMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, everywhere);
    const sent = mailerOf(`smtp://desk:secret@${everywhere}:${server.port}`).send(mail);
    expect(await sent).toMatchObject({ kind: 'failed' });
    expect(server).toMatchObject({ received: [], passwords: [] });
  });
});

describe('a mail that does not arrive', () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const refusing = (responseCode: number) =>
    startFakeMailServer({
      ...plain,
      onRcptTo: (_address, _session, answer) =>
        answer(Object.assign(new Error('no ana@gym.example here'), { responseCode })),
    });

  test('is refused where the server does not know the recipient, and failed where it may be tried again', async () => {
    const unknown = await refusing(550);
    const answer = await mailerOf(`smtp://127.0.0.1:${unknown.port}`).send(mail);
    expect(answer).toEqual({ kind: 'refused', code: 550 });
    const later = await refusing(451);
    const second = await mailerOf(`smtp://127.0.0.1:${later.port}`).send(mail);
    expect(second).toEqual({ kind: 'failed', reason: 'EENVELOPE RCPT TO 451' });
  });

  test('is not the fault of the recipient where the server refuses the sender', async () => {
    const server = await startFakeMailServer({
      ...plain,
      onMailFrom: (_address, _session, answer) =>
        answer(Object.assign(new Error('not your domain'), { responseCode: 550 })),
    });
    const answer = await mailerOf(`smtp://127.0.0.1:${server.port}`).send(mail);
    expect(answer).toEqual({ kind: 'failed', reason: 'EENVELOPE MAIL FROM 550' });
  });

  test('says that the password is wrong', async () => {
    const server = await startFakeMailServer(plain);
    const answer = await mailerOf(`smtp://desk:wrong@127.0.0.1:${server.port}`).send(mail);
    expect(answer).toEqual({ kind: 'failed', reason: 'EAUTH AUTH PLAIN 535' });
  });

  test('ends where nothing listens, and where the server stays silent', async () => {
    const server = net.createServer(() => {});
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as net.AddressInfo; // safe because: it listens on a port
    const silent = await mailerOf(`smtp://127.0.0.1:${port}`, 100).send(mail);
    expect(silent).toMatchObject({ kind: 'failed' });
    await new Promise((closed) => server.close(closed));
    expect(await mailerOf(`smtp://127.0.0.1:${port}`).send(mail)).toMatchObject({ kind: 'failed' });
  });
});
