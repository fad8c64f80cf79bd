import { requireRoom } from '#lib/browser/base/ask-desk.ts';
import { type KeptPlace, keepPlace } from './kept-place.ts';

/** Every cache of the desk in a browser begins so. */
export const cachePrefix = 'front-desk shell';
const shellPage = '/away';

interface ShellBuild {
  /** Of which build the page is; empty in development, which keeps no shell. */
  version: string;
  locale: string;
}

/** A desk that stops answering holds up nobody who signs out at another window. */
const keptWithinMs = 30_000;
const underWay = new Set<AbortController>();

/** A private window of some browsers keeps nothing, and nor does a page that came over plain HTTP. */
export const canKeepShell = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/** Keeping and removing wait for each other, in all windows of the browser: what was removed does not come back. */
const alone = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(cachePrefix, { signal }, work);

/** Removes the shell once what keeps it in this window has been broken off. */
export async function whileNotKeeping(remove: () => Promise<void>): Promise<void> {
  for (const ending of underWay) ending.abort();
  await alone(new AbortController().signal, remove);
}

/**
 * Keeps what opens in place of a page while the desk is away: one page that says nothing of anybody, in the language of
 * the browser, with the scripts and styles of this build. It takes the place of the one of an earlier build. Where it is kept
 * already, what this page has fetched since is added.
 * @returns whether somebody is still signed in: nothing is kept for others
 * @throws where the browser or the desk does not let it; the shell of before stays then
 */
export async function keepShell(build: ShellBuild & KeptPlace): Promise<boolean> {
  if (build.version === '' || !canKeepShell()) return true;
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(), keptWithinMs);
  underWay.add(ending);
  try {
    return await alone(signal, () => keep(build, signal));
  } finally {
    clearTimeout(timer);
    underWay.delete(ending);
  }
}

async function keep({ version, locale, ...place }: ShellBuild & KeptPlace, signal: AbortSignal): Promise<boolean> {
  const name = `${cachePrefix} ${version} ${locale}`;
  const isKept = (await caches.match(shellPage, { cacheName: name })) !== undefined;
  // first of all: who was signed out meanwhile is not given it, and then nothing is kept
  const page = isKept ? null : await fetchShell(signal);
  if (page === 'signedOut') return false;
  signal.throwIfAborted();
  await keepPlace(place);
  await Promise.race([registerWorker(), whenEnded(signal)]);
  const cache = await caches.open(name);
  await keepFiles(cache, [...filesOf((await page?.clone().text()) ?? ''), ...filesInUse()], signal);
  // the page comes last: where it is, all that it needs is there too
  if (page) await cache.put(shellPage, page);
  const former = (await caches.keys()).filter((key) => key.startsWith(cachePrefix) && key !== name);
  await Promise.all(former.map((key) => caches.delete(key)));
  return true;
}

const registerWorker = () => navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
/** What takes no signal is not waited for. */
const whenEnded = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

async function fetchShell(signal: AbortSignal): Promise<Response | 'signedOut'> {
  const page = await fetch(shellPage, { cache: 'no-store', redirect: 'manual', signal });
  // led to the sign-in, which a browser shows as an answer that says nothing
  if (page.status === 0) return 'signedOut';
  requireRoom(page);
  if (!page.ok) throw new Error(`The shell was answered with ${page.status}.`);
  return page;
}

async function keepFiles(cache: Cache, files: readonly string[], signal: AbortSignal): Promise<void> {
  const kept = await Promise.allSettled([...new Set(files)].map((file) => keepFile(cache, file, signal)));
  // nothing is written any more once this has ended
  const failed = kept.find((answer) => answer.status === 'rejected');
  if (failed) throw failed.reason;
}

async function keepFile(cache: Cache, file: string, signal: AbortSignal): Promise<void> {
  if (await cache.match(file, { ignoreVary: true })) return;
  const answer = await fetch(file, { signal });
  requireRoom(answer);
  if (!answer.ok) throw new Error(`A file of the shell was answered with ${answer.status}.`);
  await cache.put(file, answer);
}

/** The built files that a page names, in its tags or in what React reads. */
export const filesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/_next\/static\/[\w./~%-]+\.(?:js|css|woff2)/g)].map(([file]) => file)),
];

/** What this very page has fetched of the build: fonts, and parts that came on demand. */
const filesInUse = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => filesOf(path).includes(path));
