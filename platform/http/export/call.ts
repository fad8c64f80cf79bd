import type { Context } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import type { ExportCall } from '#platform/services/exports/rules.ts';

/** The service context of a data export request. */
export const callOf = (c: Context<PlatformEnv>): ExportCall => ({ ...c.get('call'), rules: c.get('exportRules') });
