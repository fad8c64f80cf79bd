import 'server-only';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { findRead } from '#lib/wire/reads/find-read.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { answerGet, answerRequest } from './answer-get.ts';
import { answerOf } from './served-reads.ts';

const headers = { 'cache-control': 'no-store' };

/** Answers every read of the registry, by the path. */
export async function answerRead(request: Request): Promise<Response> {
  const asked = findRead(new URL(request.url));
  // in our error format: a page of an earlier version takes anything else for an unreachable desk
  if (!asked) return answerRequest(() => Promise.reject(new ActionFailure('notFound', 'There is no such read.')));
  const { permission, isActivity, isGlance } = reads[asked.name];
  return answerGet(request, { permission, isActivity, isGlance }, async (context) =>
    Response.json(await answerOf(context, asked), { headers }),
  );
}
