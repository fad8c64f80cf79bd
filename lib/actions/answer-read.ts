import 'server-only';
import { findRead } from '#lib/wire/reads/find-read.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { answerGet } from './answer-get.ts';
import { served } from './served-reads.ts';

const headers = { 'cache-control': 'no-store' };

/** Answers every read of the registry: which one it is says the address. */
export async function answerRead(request: Request): Promise<Response> {
  const asked = findRead(new URL(request.url));
  if (!asked) return new Response(null, { status: 404, headers });
  const { permission, isActivity } = reads[asked.name];
  return answerGet(request, { permission, isActivity }, async (context) =>
    Response.json(await served[asked.name].read(context, asked.input), { headers }),
  );
}
