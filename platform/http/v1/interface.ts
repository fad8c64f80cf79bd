import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { aliveRoutes } from './alive.ts';
import { memberRoutes } from './members.ts';
import { productRoutes } from './products.ts';
import { taskRoutes } from './tasks.ts';
import { visitRoutes } from './visits.ts';

/** All operations of the gym interface, version 1, relative to the path it is mounted at. */
export const gymInterface = new OpenAPIHono<PlatformEnv>()
  .route('/', memberRoutes)
  .route('/', productRoutes)
  .route('/', visitRoutes)
  .route('/', taskRoutes)
  .route('/', aliveRoutes);
