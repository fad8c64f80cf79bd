import fs from 'node:fs';
import path from 'node:path';
import { findReadPath } from '#lib/wire/reads/find-read.ts';
import { root } from '#programs/base/run-program.ts';

interface RoutesManifest {
  staticRoutes: { page: string; regex: string }[];
  dynamicRoutes: { page: string; regex: string }[];
}

const builtFiles = '/_next/static/';

/** The route pattern that serves a URL. Logs use it because a URL may contain a name or a card. */
export type RouteOf = (url: string) => string;

/** Reads the routes of the desk's build. */
export function readDeskRoutes(file = path.join(root, '.next', 'routes-manifest.json')): RouteOf {
  const { staticRoutes, dynamicRoutes } = JSON.parse(fs.readFileSync(file, 'utf8')) as RoutesManifest; // safe because: Next wrote it
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }));
  return (url) => {
    const [pathname = '/'] = url.split('?', 1);
    if (pathname.startsWith(builtFiles)) return builtFiles;
    // one catch-all handler serves all reads
    const read = findReadPath(pathname);
    if (read) return read;
    return routes.find(({ pattern }) => pattern.test(pathname))?.page ?? 'unknown';
  };
}

/** Files of the build are requested by the hundred and are not logged. */
export const isBuiltFile = (route: string): boolean => route === builtFiles;
