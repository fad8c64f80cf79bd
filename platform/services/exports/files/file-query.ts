import type { ExportType } from '#contracts/export/events.ts';
import type { FileType } from '#contracts/export/jobs.ts';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';

/** Boolean fields. PostgreSQL's CSV would write them as one letter. */
const truthValues = ['isGuestUser', 'isStaff', 'measurementCompleted'];

export const fieldNames = (type: ExportType): string[] => Object.keys(eventSources[type].fields);

/**
 * The COPY statement in the format that PostgreSQL writes fastest, with line feeds. For CSV: a header, nothing for
 * null, two quotes for empty text. For JSON: a format close to JSON (see `toJsonLines`). `$1` to `$4` are those of
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

/** Text is quoted, quotes and backslashes are escaped by a backslash, and null is `null`. */
function nearlyJson(type: ExportType): string {
  const texts = fieldNames(type).filter((name) => !truthValues.includes(name));
  return `FORCE_QUOTE ("${texts.join('", "')}"), ESCAPE E'\\\\', NULL 'null'`;
}
