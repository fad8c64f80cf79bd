import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  to: string[];
  user: string | undefined;
  isEncrypted: boolean;
  /** Headers and body as they were sent. */
  raw: string;
}

/** A mail server (RFC 5321) that keeps what it receives. Ends with the test. */
export async function startFakeMailServer(options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const received: ReceivedMail[] = [];
  /** Tried passwords, right or wrong. */
  const passwords: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password = '' }, { secure }, answer) => {
      passwords.push(`${password} ${secure ? 'encrypted' : 'plain'}`);
      if (password === 'wrong') answer(Object.assign(new Error('Invalid login'), { responseCode: 535 }));
      else answer(null, { user: username ?? '' });
    },
    onData: (stream, { envelope, user, secure }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, user: user?.toString(), isEncrypted: secure, raw: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  // a client that gives up is part of a test
  server.on('error', () => {});
  await new Promise<void>((listening) => void server.listen(0, host, listening));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server does not listen.');
  return { received, passwords, port: address.port };
}
