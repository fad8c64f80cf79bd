import { z } from 'zod';
import { exportTypes } from './events.ts';
import { rangeQuery } from './pages.ts';

export const fileTypes = ['JSON', 'JSONL', 'CSV'] as const;
export type FileType = (typeof fileTypes)[number];

export const jobStatuses = ['IN_PROGRESS', 'DONE', 'FAILED', 'EXPIRED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

const status = z.enum(jobStatuses).meta({ description: 'How far the job is.', example: 'IN_PROGRESS' });

export const jobRequest = rangeQuery
  .extend({
    exportType: z.enum(exportTypes).meta({ description: 'Which events.', example: 'SMART_STRENGTH_WORKOUTS' }),
    fileType: z
      .enum(fileTypes)
      .nullish()
      .transform((fileType) => fileType ?? 'JSONL')
      .meta({ description: 'Format of the file; `null` counts as left out.', default: 'JSONL', example: 'CSV' }),
  })
  .meta({ id: 'AsyncExportCreateRequest' });
export type JobRequest = z.infer<typeof jobRequest>;

export const createdJob = z
  .object({
    jobId: z.uuid().meta({ description: 'Asks for the status.', example: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e' }),
    status,
  })
  .meta({ id: 'AsyncExportCreateResponse' });

export const jobState = z
  .object({
    status,
    downloadURL: z.url().nullish().meta({
      description: 'The file, for whoever has this address, for 24 hours. Present where the job is `DONE`.',
      example: 'https://platform.example.org/exports/c2VhbGVk',
    }),
  })
  .meta({ id: 'AsyncExportStatusResponse' });
export type JobState = z.infer<typeof jobState>;
