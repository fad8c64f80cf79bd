import { randomUUID } from 'node:crypto';
import http from 'node:http';

/** Told over IPC. */
export interface StrangersTask {
  deskUrl: string;
  /** How many sign in at the same time, each again as soon as it is answered. */
  connections: number;
}

export interface StrangersReport {
  durationS: number;
  /** How often a sign-in failed, by why it did. */
  answers: Record<string, number>;
}

// Strangers who sign in with wrong passwords, as a process of their own: what is measured meanwhile waits for none of their work.

process.once('message', async ({ deskUrl, connections }: StrangersTask) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const csrf = await readCsrf(deskUrl);
  const beganAt = performance.now();
  const answers: StrangersReport['answers'] = {};
  let index = 0;
  const signIn = async () => {
    index += 1;
    // another person from another network each time: no limit of either spares the desk the hash
    const clientAddress = `198.${18 + (index % 2)}.${(index >> 9) % 256}.${(index >> 1) % 256}`;
    const kind = await post(`${deskUrl}/api/auth/callback/credentials`, {
      ...{ agent, origin: deskUrl, cookie: csrf.cookie, clientAddress },
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

/** @returns why the sign-in failed, as the page is told */
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
