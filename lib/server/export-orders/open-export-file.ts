import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { askJob } from '#lib/server/gym-export/ask-job.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { fileLimits, openFile } from '#lib/server/gym-export/open-file.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';
import type { ExportFileType } from '#lib/wire/export-orders.ts';
import { noProblem, noteTold } from './note-told.ts';

export const exportFileInput = z.object({ orderId: z.uuid() });

interface ExportFile {
  name: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

const contentTypes: Record<ExportFileType, string> = {
  CSV: 'text/csv; charset=utf-8',
  JSON: 'application/json; charset=utf-8',
  JSONL: 'application/x-ndjson; charset=utf-8',
};

/**
 * Opens the file of an order at the platform, which says where it is each time it is asked. The audit log records who fetched it.
 * @param leaving aborts when the person is gone
 * @throws ActionFailure `notFound` where there is no such file, or no longer; `platformUnavailable` where it cannot be fetched now
 */
export async function openExportFile(
  context: ActorContext,
  {
    orderId,
    leaving,
    limits = fileLimits,
  }: z.infer<typeof exportFileInput> & { leaving: AbortSignal; limits?: typeof fileLimits },
): Promise<ExportFile> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  const locationId = location.id;
  const isOrder = and(eq(exportOrders.locationId, locationId), eq(exportOrders.orderId, orderId));
  const [order] = await desk.db.select().from(exportOrders).where(isOrder);
  const credentials = findExportCredentials(desk, location);
  if (!order?.jobId || !credentials || order.state !== 'done') throw gone();
  const stopping = AbortSignal.any([leaving, desk.live.stopping]);
  const told = await askJob(credentials, { jobId: order.jobId, stopping });
  if (stopping.aborted) throw away();
  await noteTold(context, order, told);
  if (told.kind === 'missing' || (told.kind === 'told' && told.status !== 'DONE')) throw gone();
  if (told.kind !== 'told' || told.status !== 'DONE' || told.address.kind !== 'here') throw away();
  const file = await openFile(credentials, { url: told.address.url, leaving: stopping, limits });
  if (file.kind !== 'open') {
    if (stopping.aborted) throw away();
    if (file.kind === 'busy') {
      noteProblem({ operation: 'downloadExportFile', kind: 'rejected' });
      await noteTold(context, { ...order, ...noProblem }, file);
      throw away();
    }
    const cause = file.kind === 'gone' ? 'foreign' : file.cause;
    noteProblem({ operation: 'downloadExportFile', kind: 'unavailable', cause });
    const problem = { kind: 'unreachable', cause } as const;
    // the list says it, since the page does not see what a download is answered
    await noteTold(context, { ...order, ...noProblem }, { kind: 'trouble', problem, isOfAll: false });
    throw file.kind === 'gone' ? gone() : away();
  }
  try {
    const { dataSet, firstDay, lastDay, fileType } = order;
    const reason = `${dataSet} ${firstDay} ${lastDay} ${fileType}`;
    await writeAudit(desk.db, desk, { locationId, staffId, action: 'fetchExport', reason });
  } catch (error) {
    await file.body.cancel();
    throw error;
  }
  return { name: nameOf(order), contentType: contentTypes[order.fileType], body: file.body };
}

const nameOf = ({ dataSet, firstDay, lastDay, fileType }: ExportOrderRow): string =>
  `${dataSet}-${firstDay}-${lastDay}.${fileType.toLowerCase()}`;

const gone = () => new ActionFailure('notFound', 'There is no such file, or no longer.');
const away = () => new ActionFailure('platformUnavailable', 'The file cannot be fetched now.');
