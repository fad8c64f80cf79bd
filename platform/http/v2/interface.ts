import { OpenAPIHono } from '@hono/zod-openapi';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { accountLookUpRoutes } from './account-look-ups.ts';
import { accountRoutes } from './accounts.ts';
import { imageRoutes } from './images.ts';
import { migrationRoutes } from './migration.ts';
import { nfcRoutes } from './nfc.ts';
import { notificationRoutes } from './notifications.ts';
import { productRoutes } from './products.ts';
import { rfidRoutes } from './rfids.ts';
import { roleRoutes } from './roles.ts';
import { taskRoutes } from './tasks.ts';
import { visitRoutes } from './visits.ts';
import { webhookRoutes } from './webhooks.ts';

/** All operations of the membership management interface, version 2. Fixed paths come before parameters. */
export const membershipInterface = new OpenAPIHono<PlatformEnv>()
  .route('/', accountLookUpRoutes)
  .route('/', accountRoutes)
  .route('/', imageRoutes)
  .route('/', rfidRoutes)
  .route('/', nfcRoutes)
  .route('/', productRoutes)
  .route('/', visitRoutes)
  .route('/', taskRoutes)
  .route('/', roleRoutes)
  .route('/', notificationRoutes)
  .route('/', migrationRoutes)
  .route('/', webhookRoutes);
