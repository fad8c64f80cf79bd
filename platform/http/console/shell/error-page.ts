import type { Context } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { PlatformError } from '#platform/base/errors.ts';
import { isCollision } from '#platform/db/collisions.ts';
import type { Log } from '#shared/log/log.ts';
import type { ConsoleEnv } from './environment.ts';
import { type ConsolePage, showPage } from './shell.ts';
import { shellWords } from './shell-words.ts';

/** Shows every failure as a page. Internal details go to the log only. */
export const showError =
  (log: Log) =>
  (error: unknown, c: Context<ConsoleEnv>): Response | Promise<Response> =>
    showPage(c, describe(error, c, log));

function describe(error: unknown, c: Context<ConsoleEnv>, log: Log): ConsolePage {
  const words = shellWords[c.get('language')];
  const page = (title: string, text: string, status: ConsolePage['status']): ConsolePage => ({
    title,
    status,
    body: html`<p>${text}</p><p><a href="/console">${words.back}</a></p>`,
  });
  const status = statusOf(error);
  switch (status) {
    case 404:
      return page(words.notFoundTitle, words.notFound, status);
    case 403:
      return page(words.refusedTitle, words.refused, status);
    case 400:
      return page(words.refusedTitle, words.invalid, status);
    case 409:
      return page(words.refusedTitle, words.conflict, status);
    case 429:
      return page(words.refusedTitle, words.busy, status);
    default: {
      const requestId = c.get('requestId');
      log.error({ requestId, error }, 'request failed');
      return page(words.brokenTitle, `${words.broken} ${words.number(requestId)}`, 500);
    }
  }
}

function statusOf(error: unknown): number {
  if (error instanceof PlatformError || error instanceof HTTPException) return error.status;
  return isCollision(error) ? 409 : 500;
}
