import { serveShell } from '#lib/browser/app-shell/serve-shell.ts';

/** The service worker. It stands at the root, so that it may open every page, and is asked for anew each time. */
export function GET(): Response {
  return new Response(`(${serveShell})();\n`, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    },
  });
}
