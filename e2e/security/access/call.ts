import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { BuiltAction } from './build.ts';

export interface Caller {
  request: APIRequestContext;
  /** The URL of the desk, as its own pages know it. */
  origin: string;
}

/** The page's interpretation of it. */
const notFound: ActionResult<never> = {
  ok: false,
  error: { code: 'pageOutdated', message: '', requestId: '', retryable: false },
};

const uploads = ['POST /api/desk/photos/[accountId]', 'POST /api/desk/migration'];

/** Calls a server action as a browser does, or as anybody can from the command line. */
export async function callAction(
  { request, origin }: Caller,
  { id, page }: BuiltAction,
  input: unknown,
): Promise<ActionResult<unknown>> {
  const response = await request.post(page.replace(/\[\w+\]/g, randomUUID()), {
    headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', accept: 'text/x-component', origin },
    data: JSON.stringify([input]),
    maxRedirects: 0,
  });
  if (response.headers()['x-nextjs-action-not-found']) return notFound;
  const text = await response.text();
  const answer = text.split('\n').find((line) => /^\d+:\{"ok":/.test(line));
  if (!answer) throw new Error(`No answer of an action (${response.status()}): ${text.slice(0, 300)}`);
  return JSON.parse(answer.replace(/^\d+:/, '')) as ActionResult<unknown>; // safe because: every action returns one
}

/** Calls a route handler; parameters in its path come from `belongings`, the kind of input from `endpoint`. */
export async function callRoute(
  { request, origin }: Caller,
  endpoint: string,
  belongings: Record<string, unknown>,
): Promise<APIResponse> {
  const [method = '', route = '', kind] = endpoint.split(' ');
  const path = route.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) =>
    encodeURIComponent(String(belongings[name] ?? name)),
  );
  const query = new URLSearchParams(Object.entries(belongings).map(([name, value]) => [name, String(value)]));
  if (method === 'GET') return request.get(`${path}?${query}`, { maxRedirects: 0 });
  const isUpload = uploads.includes(endpoint);
  const data = isUpload ? Buffer.from('no file') : kind ? { ...belongings, kind } : belongings;
  const headers = { origin, 'content-type': `application/${isUpload ? 'octet-stream' : 'json'}` };
  return request.fetch(`${path}?${query}`, { method, headers, data, maxRedirects: 0 });
}
