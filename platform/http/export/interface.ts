import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { sharingRoutes } from './sharing.ts';

/** All operations of the data export. */
export const exportInterface = new OpenAPIHono<PlatformEnv>().route('/', sharingRoutes);
