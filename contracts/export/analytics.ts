import { z } from 'zod';
import { pageOf } from './pages.ts';

const weeklyMetric = z
  .object({
    periodStart: z.iso.date().meta({ description: 'The Monday the week begins with.', example: '2026-11-09' }),
    periodEnd: z.iso.date().meta({ description: 'The Sunday the week ends with.', example: '2026-11-15' }),
    metricType: z.string().meta({ description: 'What is counted or measured.', example: 'VISITS' }),
    metricKey: z.string().meta({ description: 'Of what; the reference lists the words.', example: 'TOTAL' }),
    metricSubType: z.string().meta({ description: 'How it is told.', example: 'COUNT' }),
    value: z.number().meta({ description: 'The metric of that week.', example: 412 }),
  })
  .meta({ id: 'AnalyticsExportItem' });
export type WeeklyMetric = z.infer<typeof weeklyMetric>;

export const analyticsPage = pageOf(weeklyMetric).meta({ id: 'AnalyticsExport' });
