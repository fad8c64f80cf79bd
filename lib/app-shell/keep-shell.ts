import { type KeptPlace, keepPlace } from './kept-place.ts';

/** Every cache of the desk in a browser begins so. */
export const cachePrefix = 'front-desk shell';
const shellPage = '/away';

interface ShellBuild {
  /** Of which build the page is; empty in development, which keeps no shell. */
  version: string;
  locale: string;
}

let underWay: Promise<void> = Promise.resolve();
let ending = new AbortController();

/** Whoever removes the shell ends what is being kept first: it would come after. */
export async function stopKeeping(): Promise<void> {
  ending.abort();
  await underWay.catch(() => {});
}

/**
 * Keeps what opens in place of a page while the desk is away: one page that says nothing of anybody, in the language of
 * the browser, with the scripts and styles of this build. It takes the place of the one of an earlier build. Where it is kept
 * already, what this page has fetched since is added.
 * @throws where the browser or the desk does not let it; the shell of before stays then
 */
export function keepShell(build: ShellBuild & KeptPlace): Promise<void> {
  if (ending.signal.aborted) ending = new AbortController();
  const { signal } = ending;
  underWay = underWay.catch(() => {}).then(() => keep(build, signal));
  return underWay;
}

async function keep({ version, locale, ...place }: ShellBuild & KeptPlace, signal: AbortSignal): Promise<void> {
  if (version === '' || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  const name = `${cachePrefix} ${version} ${locale}`;
  const isKept = (await caches.match(shellPage, { cacheName: name })) !== undefined;
  // first of all: who was signed out meanwhile is not given it, and then nothing is kept
  const page = isKept ? null : await fetchShell(signal);
  signal.throwIfAborted();
  await keepPlace(place);
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  const cache = await caches.open(name);
  await keepFiles(cache, [...filesOf((await page?.clone().text()) ?? ''), ...filesInUse()], signal);
  // the page comes last: where it is, all that it needs is there too
  if (page) await cache.put(shellPage, page);
  const former = (await caches.keys()).filter((key) => key.startsWith(cachePrefix) && key !== name);
  await Promise.all(former.map((key) => caches.delete(key)));
}

async function fetchShell(signal: AbortSignal): Promise<Response> {
  const page = await fetch(shellPage, { cache: 'no-store', redirect: 'manual', signal });
  if (!page.ok) throw new Error(`The shell was answered with ${page.status}.`);
  return page;
}

async function keepFiles(cache: Cache, files: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all([...new Set(files)].map((file) => keepFile(cache, file, signal)));
}

async function keepFile(cache: Cache, file: string, signal: AbortSignal): Promise<void> {
  if (await cache.match(file, { ignoreVary: true })) return;
  const answer = await fetch(file, { signal });
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
