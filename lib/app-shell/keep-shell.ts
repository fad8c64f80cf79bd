import { type KeptPlace, keepPlace } from './kept-place.ts';

/** Every cache of the desk in a browser begins so. */
export const cachePrefix = 'front-desk shell';
const shellPage = '/away';

interface ShellBuild {
  /** Of which build the page is; empty in development, which keeps no shell. */
  version: string;
  locale: string;
}

/**
 * Keeps what opens in place of a page while the desk is away: one page that says nothing of anybody, in the language of
 * the browser, with the scripts and styles of this build. It takes the place of the one of an earlier build. Where it is kept
 * already, what this page has fetched since is added.
 * @throws where the browser or the desk does not let it; the shell of before stays then
 */
export async function keepShell({ version, locale, ...place }: ShellBuild & KeptPlace): Promise<void> {
  if (version === '' || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  await keepPlace(place);
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  const name = `${cachePrefix} ${version} ${locale}`;
  const cache = await caches.open(name);
  if (await cache.match(shellPage)) await keepFiles(cache, filesInUse());
  else await fill(cache);
  const former = (await caches.keys()).filter((key) => key.startsWith(cachePrefix) && key !== name);
  await Promise.all(former.map((key) => caches.delete(key)));
}

/** The page comes last: where it is, all that it needs is there too. */
async function fill(cache: Cache): Promise<void> {
  const page = await fetch(shellPage, { cache: 'no-store', redirect: 'error' });
  if (!page.ok) throw new Error(`The shell was answered with ${page.status}.`);
  await keepFiles(cache, [...filesOf(await page.clone().text()), ...filesInUse()]);
  await cache.put(shellPage, page);
}

async function keepFiles(cache: Cache, files: readonly string[]): Promise<void> {
  await Promise.all([...new Set(files)].map((file) => keepFile(cache, file)));
}

async function keepFile(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file, { ignoreVary: true })) return;
  const answer = await fetch(file);
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
