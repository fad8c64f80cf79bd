import os from 'node:os';

/** The address by which another machine would reach this one; undefined if it is in no network. */
export const ownAddress = Object.values(os.networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const paths = ['/health', '/ready', '/sign-in', '/', '/api/clock', '/api/auth/csrf', '/_next/static/none.js'];

/** How a desk answers another machine of its network: path, status, and the beginning of a refusal. */
export const askFromNetwork = (port: number): Promise<[path: string, status: number, refusal: string][]> =>
  Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`http://${ownAddress}:${port}${path}`, { redirect: 'manual' });
      return [path, answer.status, answer.status === 403 ? (await answer.text()).slice(0, 49) : ''];
    }),
  );

const sentence = 'Front Desk answers other devices only over HTTPS.';

/** The answers of a desk that listens on a network that is not configured for plain HTTP. */
export const refusedByNetwork = paths.map((path) =>
  path === '/health' || path === '/ready' ? [path, 200, ''] : [path, 403, sentence],
);
