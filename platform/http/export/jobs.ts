import { z } from '@hono/zod-openapi';
import { errorBody } from '#contracts/export/errors.ts';
import { createdJob, jobRequest, jobState } from '#contracts/export/jobs.ts';
import { answer, jsonBody, newResource } from '#platform/http/resource.ts';
import { createJob } from '#platform/services/exports/files/create-job.ts';
import { getJob } from '#platform/services/exports/files/get-job.ts';
import { callOf } from './call.ts';
import { badRequest, operationRoute } from './operation.ts';

const jobIdParameter = z.object({
  jobId: z.string().meta({ description: 'The job.', format: 'uuid', example: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e' }),
});

const create = operationRoute('createAsyncExportJob', {
  tag: 'files',
  summary: 'Ask for a file',
  description:
    'A file of the events of one kind and at most 365 days, none of them older than a year, is written in the background: JSON is one array, JSONL one object a line, CSV by RFC 4180 with a header, where text that a spreadsheet would take for a formula begins with an apostrophe. At most two files of a gym are written at a time, others wait.',
  request: { body: jsonBody(jobRequest) },
  responses: { 201: answer('The job.', createdJob), ...badRequest },
});

const retrieve = operationRoute('getAsyncExportJobStatus', {
  tag: 'files',
  summary: 'Ask how far a file is',
  description:
    'While the job is `DONE`, `downloadURL` gives the file to whoever has that address, for 24 hours and without a key; it takes up a download that broke off (`Range`, with `If-Range` and the `ETag` of the first part). Then the job is `EXPIRED` and the file deleted, and sooner where a member opts out or is erased who may be in it.',
  request: { params: jobIdParameter },
  responses: {
    200: answer('The state of the job.', jobState),
    404: answer('The gym has no such job.', errorBody),
  },
});

export const jobRoutes = newResource()
  .openapi(create, async (c) => c.json(await createJob(c.get('call'), c.req.valid('json')), 201))
  .openapi(retrieve, async (c) => c.json(await getJob(callOf(c), c.req.valid('param').jobId), 200));
