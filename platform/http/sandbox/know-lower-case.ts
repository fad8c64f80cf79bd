import { createMiddleware } from 'hono/factory';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';

/** Knows cards by their numbers in lower case alone: only our platform promises that upper case is the same. */
export const knowLowerCase = createMiddleware<PlatformEnv>(async (c, next) => {
  const operation = membershipOperations.find(c.req.method, c.req.path);
  if (operation !== 'getByRfid' && operation !== 'deleteRfid') return next();
  const rfid = c.req.path.split('/').at(-1) ?? '';
  if (rfid !== rfid.toLowerCase()) throw notFound(operation === 'getByRfid' ? 'ACCOUNT' : 'RFID');
  await next();
});
