import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { analyticsRoutes } from './analytics.ts';
import { eventRoutes } from './events.ts';
import { jobRoutes } from './jobs.ts';
import { sharingRoutes } from './sharing.ts';

/** All operations of the data export. */
export const exportInterface = new OpenAPIHono<PlatformEnv>()
  .route('/', analyticsRoutes)
  .route('/', eventRoutes)
  .route('/', sharingRoutes)
  .route('/', jobRoutes);
