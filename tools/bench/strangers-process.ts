import { randomUUID } from 'node:crypto';
import http from 'node:http';

/** Sent over IPC. */
export interface StrangersTask {
  deskUrl: string;
  /** The number of concurrent sign-ins, each repeated as soon as it is answered. */
  connections: number;
}

export interface StrangersReport {
  durationS: number;
  /** The number of failed sign-ins, by reason. */
  answers: Record<string, number>;
}

// Sign-ins with wrong passwords, from a process of their own, so that their load does not delay the measuring process.

process.once('message', async ({ deskUrl, connections }: StrangersTask) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const csrf = await readCsrf(deskUrl);
  const beganAt = performance.now();
  const answers: StrangersReport['answers'] = {};
  let index = 0;
  const signIn = async () => {
    index += 1;
    // a different user and network each time, so that neither rate limit prevents the password hash
    const clientAddress = `198.${18 + (index % 2)}.${(index >> 9) % 256}.${(index >> 1) % 256}`;
    const kind = await post(`${deskUrl}/api/auth/callback/credentials`, {
      agent,
      origin: deskUrl,
      cookie: csrf.cookie,
      clientAddress,
      body: { csrfToken: csrf.token, json: 'true', email: `${randomUUID()}@example.com`, password: 'not the password' },
    });
    answers[kind] = (answers[kind] ?? 0) + 1;
  };
  const repeat = async () => {
    for (;;) await signIn();
  };
  for (let i = 0; i < connections; i += 1) void repeat();
  process.send?.('begun');
  process.once('message', () => process.send?.({ durationS: (performance.now() - beganAt) / 1_000, answers }));
});
process.on('disconnect', () => process.exit(0));

async function readCsrf(deskUrl: string): Promise<{ cookie: string; token: string }> {
  const answer = await fetch(`${deskUrl}/api/auth/csrf`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string }; // safe because: next-auth answers so
  return { cookie: answer.headers.getSetCookie().map(withoutAttributes).join('; '), token: csrfToken };
}

const withoutAttributes = (cookie: string) => cookie.split(';', 1)[0] ?? '';

interface Sent {
  agent: http.Agent;
  origin: string;
  cookie: string;
  clientAddress: string;
  body: object;
}

/** @returns why the sign-in failed, as reported to the page */
function post(url: string, { agent, origin, cookie, clientAddress, body }: Sent): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    origin,
    cookie,
    'x-forwarded-for': clientAddress,
    'x-forwarded-proto': 'https',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve(new URL(JSON.parse(text).url).searchParams.get('error') ?? 'none'));
    });
    request.on('error', reject).end(JSON.stringify(body));
  });
}
