import { randomIds } from '#platform/dependencies.ts';
import { createSeal } from '#platform/seal.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';

export const exportRules: ExportRules = { seal: createSeal('what the data export of a test works with', randomIds) };
