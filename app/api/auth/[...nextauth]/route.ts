import type { NextRequest } from 'next/server';
import nextAuth from 'next-auth';
import { authOptions } from '#lib/auth/options.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

const answer = (request: NextRequest, context: Context): Promise<Response> =>
  nextAuth(request as never, context as never, authOptions()); // safe because: the types of next-auth 4 predate promised params, its code does not

export { answer as GET, answer as POST };
