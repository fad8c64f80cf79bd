import { type NextRequest, NextResponse } from 'next/server';
import { signInPath } from '#lib/wire/gym-path.ts';
import { addressHeader } from '#lib/wire/page-address.ts';
import { sessionCookies } from '#lib/wire/session-cookie-names.ts';

const openPages = ['/sign-in', '/sign-in/link', '/set-up'];

/**
 * Redirects visitors without a session cookie to sign-in, and sets the content security policy of every page.
 * It grants no access: each page, action and route checks the session itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const address = addressOf(request);
  const hasSession = sessionCookies.some((name) => request.cookies.has(name));
  // without a session, a server action returns its own error: its caller is a script, which has no use for a redirect
  const isAction = request.headers.has('next-action');
  if (!hasSession && !isAction && !openPages.includes(pathname))
    return NextResponse.redirect(new URL(signInPath(address), request.url));

  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set(addressHeader, address);
  headers.set('content-security-policy', policy); // Next reads the nonce for its own scripts from here
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Without the suffixes that Next's router adds. */
function addressOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.searchParams);
  query.delete('_rsc');
  return query.size === 0 ? nextUrl.pathname : `${nextUrl.pathname}?${query}`;
}

function contentSecurityPolicy(nonce: string): string {
  const isDev = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  matcher: [
    '/((?!api/|_next/|favicon\\.ico$|icon|apple-touch-icon\\.png$|manifest\\.webmanifest$|robots\\.txt$|security\\.txt$|\\.well-known/|worker\\.js$).*)',
  ],
};
