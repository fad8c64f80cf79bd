import { runningDesk } from '#lib/server/base/desk-context.ts';
import { writeSecurityTxt } from '#lib/server/door/security-txt.ts';

export const dynamic = 'force-dynamic';

/** The contact for vulnerability reports (RFC 9116), at `/.well-known/security.txt`; 404 where none is configured. */
export function GET(): Response {
  const { securityContact, url, clock } = runningDesk();
  if (securityContact === undefined) return new Response(null, { status: 404 });
  return new Response(writeSecurityTxt({ contact: securityContact, deskUrl: url, now: clock() }), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
