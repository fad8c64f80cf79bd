import { NextRequest } from 'next/server';
import nextAuth from 'next-auth';
import { answerRequest } from '#lib/actions/answer-read.ts';
import { authOptions } from '#lib/auth/options.ts';
import { openPost, readJsonBody } from '#lib/door/open-post.ts';

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

const unknown = () => new Response(null, { status: 404, headers: noStore });

export const GET = (request: NextRequest, place: Place): Promise<Response> =>
  answerRequest(async () => ((await isKnown('GET', place)) ? answer(request, place) : unknown()));

/** Signs in and out. next-auth reads a body whatever its length: it gets one that was read before. */
export const POST = (request: NextRequest, place: Place): Promise<Response> =>
  answerRequest(async () => {
    if (!(await isKnown('POST', place))) return unknown();
    openPost(request, 'application/json');
    const body = JSON.stringify(await readJsonBody(request));
    const { url, headers } = request;
    return answer(new NextRequest(url, { method: 'POST', headers, body }), place);
  });
