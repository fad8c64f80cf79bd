import { NextRequest } from 'next/server';
import nextAuth from 'next-auth';
import { answerRequest } from '#lib/server/actions/answer-get.ts';
import { authOptions } from '#lib/server/auth/options.ts';
import { sessionInput } from '#lib/server/auth/session-input.ts';
import { openPost, readJsonBody } from '#lib/server/door/open-post.ts';

interface Place {
  params: Promise<{ nextauth: string[] }>;
}

/** The endpoints that the screens use, by method. next-auth has more, such as a log endpoint open to everyone. */
const known = { GET: ['csrf', 'session'], POST: ['callback', 'signout'] };

const noStore = { 'cache-control': 'no-store' };

const isKnown = async (method: keyof typeof known, { params }: Place): Promise<boolean> =>
  known[method].includes((await params).nextauth[0] ?? '');

/** Passes next-auth only what the desk has validated: it accepts any body of any size, and any query. */
function answer(request: NextRequest, place: Place, body?: string): Promise<Response> {
  const { method, headers, nextUrl } = request;
  const asked = new NextRequest(nextUrl.origin + nextUrl.pathname, { method, headers, ...(body && { body }) });
  return nextAuth(asked as never, place as never, authOptions()); // safe because: the types of next-auth 4 predate promised params, its code does not
}

const unknown = () => new Response(null, { status: 404, headers: noStore });

export const GET = (request: NextRequest, place: Place): Promise<Response> =>
  answerRequest(async () => ((await isKnown('GET', place)) ? answer(request, place) : unknown()));

/** Sign-in and sign-out. */
export const POST = (request: NextRequest, place: Place): Promise<Response> =>
  answerRequest(async () => {
    if (!(await isKnown('POST', place))) return unknown();
    openPost(request, 'application/json');
    const input = sessionInput.parse(await readJsonBody(request));
    return answer(request, place, JSON.stringify(input));
  });
