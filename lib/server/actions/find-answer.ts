import 'server-only';
import { findReadPath } from '#lib/wire/reads/find-read.ts';
import { answerLive } from './answer-live.ts';
import { answerRead } from './answer-read.ts';
import { answerTap } from './answer-tap.ts';

type Answer = (request: Request) => Promise<Response>;

/**
 * How the requests that windows repeat are answered: taps, reads and live events. The built desk answers them before Next, which
 * would take most of their time; in development the routes under `app/api` call the same functions.
 * @returns undefined for any other request
 */
export function findAnswer(method: string | undefined, path: string): Answer | undefined {
  if (method === 'POST') return path === '/api/desk/taps' ? answerTap : undefined;
  if (method !== 'GET') return undefined;
  if (path === '/api/live') return answerLive;
  return findReadPath(path) === null ? undefined : answerRead;
}
