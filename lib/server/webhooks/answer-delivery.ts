import 'server-only';
import { runningBackground, runningDesk } from '#lib/server/base/desk-context.ts';
import { coalesce } from '#lib/server/base/run-every.ts';
import { largestDeliveryBytes } from '#lib/server/door/body-limits.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import { type Receipt, receiveDelivery } from './receive.ts';
import { resolveUnknownMembers } from './resolve-unknown-members.ts';
import { workInbox } from './work-inbox.ts';

const statusOf: Record<Receipt, number> = {
  accepted: 204,
  ignored: 204,
  malformed: 400,
  forbidden: 401,
  tooLarge: 413,
};

/** The background worker handles the rest: a delivery does not wait for a long inbox. */
const mostRounds = 3;

const work = coalesce(() => workInbox(runningBackground(), { mostRounds }));
const resolveUnknown = coalesce(() => resolveUnknownMembers(runningBackground()));

async function heed(): Promise<void> {
  await work();
  await resolveUnknown();
}

/** Receives a webhook of the platform. It is stored before it is answered, and handled after that. */
export async function answerDelivery(request: Request, { hookId }: { hookId: string }): Promise<Response> {
  const desk = runningDesk();
  const receipt = await receiveDelivery(desk, {
    hookId,
    secret: request.headers.get('x-api-key'),
    signature: {
      id: request.headers.get('webhook-id'),
      timestamp: request.headers.get('webhook-timestamp'),
      signatures: request.headers.get('webhook-signature'),
    },
    readBody: () => readBounded(request, largestDeliveryBytes),
  });
  if (receipt === 'accepted') {
    const heeded = inOwnContext(heed);
    heeded.catch((error: unknown) => desk.log.error({ error }, 'what was told could not be heeded'));
  }
  return new Response(null, { status: statusOf[receipt], headers: { 'cache-control': 'no-store' } });
}
