import { randomUUID } from 'node:crypto';
import { quickPassword } from '#shared/testing/quick-password.ts';
import type { TestGym, TestPlatform } from './platform.ts';

export const ownerPassword = quickPassword.password;

export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer>;
  /** Posts a form as a page of the console does, unless the headers differ. */
  post(
    path: string,
    fields?: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ): Promise<ConsoleAnswer>;
  cookies: Map<string, string>;
}

interface ConsoleAnswer {
  status: number;
  headers: Headers;
  /** The page with HTML entities as they are. */
  page: string;
  /** The target of the redirect. */
  location: string | null;
}

type App = Pick<TestPlatform['app'], 'request'>;

/** Requests of a client with this address, through a proxy on the platform's machine. */
export const askedFrom = (app: TestPlatform['app'], address: string): App => ({
  request: (path, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-for': address };
    return app.request(path, { ...init, headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });
  },
});

/** Keeps cookies like a browser, but follows no redirects. */
export function openBrowser(app: App, standing: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<ConsoleAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(path, { ...init, headers: { ...standing, ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, headers, page: await response.text(), location: headers.get('location') };
  };
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields = {}, headers = { 'sec-fetch-site': 'same-origin' }) => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
      return ask(path, {
        method: 'POST',
        body: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    },
  };
}

/**
 * Creates an owner of the gym with a password, if it has none yet.
 * @returns the address to sign in with
 */
export async function createTestOwner(platform: TestPlatform, { chainId, gymId }: TestGym): Promise<string> {
  const email = `owner-${gymId}@example.com`;
  await platform.rows(
    `INSERT INTO owners (owner_id, chain_id, gym_id, email, password_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [randomUUID(), chainId, gymId, email, quickPassword.passwordHash, platform.time.now],
  );
  return email;
}

/** A browser with a session of the gym's owner. */
export async function signInOwnerOf(platform: TestPlatform, gym: TestGym): Promise<Browser> {
  const email = await createTestOwner(platform, gym);
  const browser = openBrowser(platform.app);
  const { status } = await browser.post('/console/sign-in', { email, password: ownerPassword });
  if (status !== 303) throw new Error(`The owner was not signed in: ${status}.`);
  return browser;
}
