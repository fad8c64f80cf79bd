import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from './environment.ts';
import { refuseInvalid } from './validation.ts';

/** A group of operations. Input that does not match its schema is rejected in the error format of the interface. */
export const newResource = () => new OpenAPIHono<PlatformEnv>({ defaultHook: refuseInvalid });

export const jsonBody = <Schema>(schema: Schema) => ({ content: { 'application/json': { schema } }, required: true });
export const answer = <Schema>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
export const noContent = (description: string) => ({ description });
