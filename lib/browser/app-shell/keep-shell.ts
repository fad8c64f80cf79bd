import { requireRoom } from '#lib/browser/base/ask-desk.ts';
import { type KeptPlace, keepPlace } from './kept-place.ts';
import { filesOf, loadedFiles } from './loaded-files.ts';

/** The prefix of every cache of the desk in a browser. */
export const cachePrefix = 'front-desk shell';
const shellPage = '/away';

interface ShellBuild {
  /** The build of the page; empty in development, which stores no shell. */
  version: string;
  locale: string;
}

/** Timeout, so that a desk that hangs does not block a sign-out at another window. */
const keptWithinMs = 30_000;
const underWay = new Set<AbortController>();

/** Not possible in private windows of some browsers, nor on pages served over plain HTTP. */
export const canKeepShell = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/** A lock across all windows: storing and removing exclude each other, so that a removed shell does not come back. */
const alone = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(cachePrefix, { signal }, work);

/** Removes the shell, after aborting what stores it in this window. */
export async function whileNotKeeping(remove: () => Promise<void>): Promise<void> {
  for (const ending of underWay) ending.abort();
  await alone(new AbortController().signal, remove);
}

/**
 * Stores the app shell, which opens instead of a page while the desk is unreachable: one page without personal data, in
 * the browser's language, with the scripts and styles of this build. It replaces the shell of an earlier build. If it
 * is stored already, files that this page has loaded since are added.
 * @returns whether the user is still signed in: without a user nothing is stored
 * @throws where the browser or the desk does not allow it; the previous shell then stays
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
  // first: a user who has been signed out does not get the page, and then nothing is stored
  const page = isKept ? null : await fetchShell(signal);
  if (page === 'signedOut') return false;
  signal.throwIfAborted();
  await keepPlace(place);
  await Promise.race([registerWorker(), whenEnded(signal)]);
  const cache = await caches.open(name);
  await keepFiles(cache, [...filesOf((await page?.clone().text()) ?? ''), ...loadedFiles()], signal);
  // the page comes last: once it is stored, all its files are too
  if (page) await cache.put(shellPage, page);
  const former = (await caches.keys()).filter((key) => key.startsWith(cachePrefix) && key !== name);
  await Promise.all(former.map((key) => caches.delete(key)));
  return true;
}

const registerWorker = () => navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
/** Rejects when `signal` aborts, for calls that accept no signal. */
const whenEnded = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

async function fetchShell(signal: AbortSignal): Promise<Response | 'signedOut'> {
  const page = await fetch(shellPage, { cache: 'no-store', redirect: 'manual', signal });
  // a redirect to the sign-in, which `redirect: 'manual'` returns as an opaque response
  if (page.status === 0) return 'signedOut';
  requireRoom(page);
  if (!page.ok) throw new Error(`The shell was answered with ${page.status}.`);
  return page;
}

async function keepFiles(cache: Cache, files: readonly string[], signal: AbortSignal): Promise<void> {
  const kept = await Promise.allSettled([...new Set(files)].map((file) => keepFile(cache, file, signal)));
  // wait for all, so that nothing is written after this has ended
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
