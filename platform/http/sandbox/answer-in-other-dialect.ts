import { createMiddleware } from 'hono/factory';
import type { NamedOperation } from '#contracts/published/check-exchange.ts';
import { publishedFacts } from '#contracts/v2/published/facts.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { faultHeader } from './apply-faults.ts';
import { failureToOtherDialect, toOtherDialect } from './to-other-dialect.ts';

/**
 * Sends the platform's responses in the form that another provider may choose
 * (docs/decisions/other-platforms.md). Faults are sent exactly as requested.
 */
export const answerInOtherDialect = createMiddleware<PlatformEnv>(async (c, next) => {
  await next();
  const operation = findPublishedOperation(c.req.method, new URL(c.req.url).pathname);
  if (!operation || c.res.headers.has(faultHeader)) return;
  const said = c.res;
  const status = otherStatus(operation, said.status);
  const headers = new Headers(said.headers);
  const text = status === 204 ? null : convertText(operation, said, await said.text());
  c.set('answerText', text ?? undefined);
  if (text) headers.set('Content-Type', 'application/json');
  c.res = undefined;
  c.res = new Response(text, { status, headers });
});

/** Any 2xx is a success, whichever the document names. */
function otherStatus({ successes }: NamedOperation, status: number): number {
  if (status === 201 || status === 204) return 200;
  return status === 200 && successes[200] === null ? 204 : status;
}

function convertText({ method, successes }: NamedOperation, { ok, status }: Response, text: string): string {
  if (text === '') return method === 'DELETE' || method === 'PATCH' ? '' : '{}';
  const said: unknown = JSON.parse(text);
  const told = ok ? toOtherDialect(successes[status] ?? {}, said) : failureToOtherDialect(publishedFacts.failure, said);
  return JSON.stringify(told);
}
