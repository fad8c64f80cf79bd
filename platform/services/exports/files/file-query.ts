import type { ExportType } from '#contracts/export/events.ts';
import type { FileType } from '#contracts/export/jobs.ts';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';

/** Two bytes that JSON never has: between them nothing is quoted, and every line is the JSON alone. */
const unquoted = `(FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02', ENCODING 'UTF8')`;

/** Fields that PostgreSQL's CSV would tell by a letter. */
const truthValues = ['isGuestUser', 'isStaff', 'measurementCompleted'];

/**
 * The statement whose answer is a file as PostgreSQL can write it: CSV with a header and line feeds, where null is nothing
 * and empty text two quotes; and lines of JSON. For one array of JSON each line begins with a comma. `$1` to `$4` are those
 * of `sharedEvents`.
 */
export function fileStatement(type: ExportType, fileType: FileType): string {
  const isCsv = fileType === 'CSV';
  const columns = Object.entries(eventSources[type].fields).map(
    ([name, sql]) => `${isCsv && truthValues.includes(name) ? `(${sql})::text` : sql} AS "${name}"`,
  );
  const events = `SELECT ${columns.join(', ')} ${sharedEvents(type)} ORDER BY e.occurred_at, e.event_id`;
  if (isCsv) return `COPY (${events}) TO STDOUT (FORMAT csv, HEADER, ENCODING 'UTF8')`;
  const line = `${fileType === 'JSON' ? "',' || " : ''}row_to_json(item)::text`;
  return `COPY (SELECT ${line} FROM (${events}) item) TO STDOUT ${unquoted}`;
}
