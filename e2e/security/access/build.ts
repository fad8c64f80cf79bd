import fs from 'node:fs';
import path from 'node:path';
import { reads } from '#lib/wire/reads/registry.ts';

const server = path.join('.next', 'server');
const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(server, file), 'utf8'));

export interface BuiltAction {
  /** As named in `endpoints.ts`: file and name. */
  endpoint: string;
  id: string;
  /** A page that uses it. */
  page: string;
}

/** The server actions of the built desk. */
export function builtActions(): BuiltAction[] {
  const { node } = readJson('server-reference-manifest.json') as {
    node: Record<string, { filename: string; exportedName: string; workers: object }>; // safe because: Next wrote it
  };
  return Object.entries(node).map(([id, { filename, exportedName, workers }]) => {
    const [worker = ''] = Object.keys(workers);
    return { id, endpoint: `${filename} ${exportedName}`, page: pathOfPage(worker.replace(/^app/, '')) };
  });
}

const entries = () => Object.keys(readJson('app-paths-manifest.json'));
const pathOfPage = (entry: string) => withoutGroups(entry).replace(/\/page$/, '') || '/';
const withoutGroups = (entry: string) => entry.replace(/\/\([^)]*\)/g, '');

/** The paths of the built desk's pages, without Next's own. */
export const builtPages = (): string[] =>
  entries()
    .filter((entry) => entry.endsWith('/page') && !entry.startsWith('/_'))
    .map(pathOfPage);

/** The paths of the built desk's route handlers, with each read of the registry in place of the one handler for all. */
export function builtRoutes(): string[] {
  const built = entries()
    .filter((entry) => entry.endsWith('/route'))
    .map((entry) => withoutGroups(entry).replace(/\/route$/, ''));
  const ofReads = Object.values(reads).map(({ path: below }) => `/api/desk${below}`);
  return [...new Set(built.flatMap((route) => (route === '/api/desk/[...read]' ? ofReads : [route])))];
}
