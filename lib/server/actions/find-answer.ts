import 'server-only';
import { answerDelivery } from '#lib/server/webhooks/answer-delivery.ts';
import { findReadPath } from '#lib/wire/reads/find-read.ts';
import { answerLive } from './answer-live.ts';
import { answerRead } from './answer-read.ts';
import { answerTap } from './answer-tap.ts';

type Answer = (request: Request) => Promise<Response>;

/** Next decodes other ids. */
const hooks = /^\/api\/hooks\/([\w-]+)$/;

/**
 * How the requests that are repeated all day are answered: taps, reads, live events, and webhooks of the platform. The built desk
 * answers them before Next, which would take most of their time; in development the routes under `app/api` call the same functions.
 * @returns undefined for any other request
 */
export function findAnswer(method: string | undefined, path: string): Answer | undefined {
  if (method === 'POST') return path === '/api/desk/taps' ? answerTap : findDeliveryAnswer(path);
  if (method !== 'GET') return undefined;
  if (path === '/api/live') return answerLive;
  return findReadPath(path) === null ? undefined : answerRead;
}

function findDeliveryAnswer(path: string): Answer | undefined {
  const [, hookId] = hooks.exec(path) ?? [];
  return hookId === undefined ? undefined : (request) => answerDelivery(request, { hookId });
}
