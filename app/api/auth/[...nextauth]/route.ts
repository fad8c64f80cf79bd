import { randomUUID } from 'node:crypto';
import { NextRequest } from 'next/server';
import nextAuth from 'next-auth';
import { refusalOf } from '#lib/actions/answer-post.ts';
import { answerActionError } from '#lib/actions/answer-read.ts';
import { toActionError } from '#lib/actions/to-action-error.ts';
import { authOptions } from '#lib/auth/options.ts';
import { runningDesk } from '#lib/desk/desk.ts';
import { readJsonBody } from '#lib/door/open-post.ts';

interface Place {
  params: Promise<{ nextauth: string[] }>;
}

/** What the screens ask for, by method. next-auth has more, as a log that it writes for whoever asks. */
const known = { GET: ['csrf', 'session', 'signin', 'error'], POST: ['callback', 'signout'] };

const noStore = { 'cache-control': 'no-store' };

const isKnown = async (method: keyof typeof known, { params }: Place): Promise<boolean> =>
  known[method].includes((await params).nextauth[0] ?? '');
const answer = (request: NextRequest, place: Place): Promise<Response> =>
  nextAuth(request as never, place as never, authOptions()); // safe because: the types of next-auth 4 predate promised params, its code does not

export async function GET(request: NextRequest, place: Place): Promise<Response> {
  return (await isKnown('GET', place)) ? answer(request, place) : new Response(null, { status: 404, headers: noStore });
}

/** Signs in and out. next-auth reads a body whatever its length: it gets one that was read before. */
export async function POST(request: NextRequest, place: Place): Promise<Response> {
  if (!(await isKnown('POST', place))) return new Response(null, { status: 404, headers: noStore });
  const refusal = refusalOf(request, 'application/json');
  if (refusal) return refusal;
  try {
    const body = JSON.stringify(await readJsonBody(request));
    const { url, headers } = request;
    return await answer(new NextRequest(url, { method: 'POST', headers, body }), place);
  } catch (error) {
    return answerActionError(toActionError(error, randomUUID(), runningDesk().log));
  }
}
