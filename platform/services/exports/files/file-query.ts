import type { ExportType } from '#contracts/export/events.ts';
import type { FileType } from '#contracts/export/jobs.ts';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';

/** Fields that PostgreSQL's CSV would tell by a letter. */
const truthValues = ['isGuestUser', 'isStaff', 'measurementCompleted'];

export const fieldNames = (type: ExportType): string[] => Object.keys(eventSources[type].fields);

/**
 * The statement whose answer is a file as PostgreSQL writes it fastest, with line feeds: CSV with a header, where null is
 * nothing and empty text two quotes; and what lacks little to be JSON (see `toJsonLines`). `$1` to `$4` are those of
 * `sharedEvents`.
 */
export function fileStatement(type: ExportType, fileType: FileType): string {
  const columns = Object.entries(eventSources[type].fields).map(
    ([name, sql]) => `${truthValues.includes(name) ? `(${sql})::text` : sql} AS "${name}"`,
  );
  const events = `SELECT ${columns.join(', ')} ${sharedEvents(type)} ORDER BY e.occurred_at, e.event_id`;
  const format = fileType === 'CSV' ? 'HEADER' : nearlyJson(type);
  return `COPY (${events}) TO STDOUT (FORMAT csv, ${format}, ENCODING 'UTF8')`;
}

/** Text is in quotes, with backslashes before quotes and backslashes, and null is `null`. */
function nearlyJson(type: ExportType): string {
  const texts = fieldNames(type).filter((name) => !truthValues.includes(name));
  return `FORCE_QUOTE ("${texts.join('", "')}"), ESCAPE E'\\\\', NULL 'null'`;
}
