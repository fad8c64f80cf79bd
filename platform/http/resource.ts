import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from './environment.ts';
import { refuseInvalid } from './validation.ts';

/** A group of operations; what does not fit its schema is refused in the envelope of the interface. */
export const newResource = () => new OpenAPIHono<PlatformEnv>({ defaultHook: refuseInvalid });

export const jsonBody = <Schema>(schema: Schema) => ({ content: { 'application/json': { schema } }, required: true });
export const answer = <Schema>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
export const noContent = (description: string) => ({ description });
