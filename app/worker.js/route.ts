import { serveShell } from '#lib/browser/app-shell/serve-shell.ts';

/** The service worker: at the root, so that its scope is every page, and never cached. */
export function GET(): Response {
  return new Response(`(${serveShell})();\n`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    },
  });
}
