import { check, date, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type NoteLevel, noteLevels } from '#lib/wire/notes.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/** Notes shown to reception when a member comes. They are not sent to the platform. */
export const memberNotes = pgTable(
  'member_notes',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    noteId: uuid().notNull().defaultRandom(),
    text: text().notNull(),
    level: text().$type<NoteLevel>().notNull().default('tell'),
    /** The last day it is shown, in the location's time zone. The row stays afterwards, so that staff can delete or renew the note. */
    expiresOn: date({ mode: 'string' }),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    writtenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId, table.noteId] }),
    check('member_notes_level', isOneOf(table.level, noteLevels)),
  ],
);
