import 'server-only';
import { z } from 'zod';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { setReader } from '#lib/desk/locations/set-reader.ts';
import { ActionFailure } from '#lib/failure.ts';

export const endKeyChoices = ['enter', 'tab', 'none', 'learn'] as const;

const input = z.object({
  location: z.uuid('--location must be the id of a location: list-locations shows it.'),
  known: z
    .array(z.string().regex(/^0x(?:[0-9a-f]{2})+$/i, '--known must be the number of a card, such as 0x04A23BC2.'))
    .default([]),
  read: z.array(z.string().trim().min(1, '--read must be what the reader sends.')).default([]),
  endKey: z.enum(endKeyChoices).optional(),
});

export async function setReaderCommand(desk: DeskContext, options: unknown) {
  const { location, known, read, endKey } = input.parse(options);
  if (known.length !== read.length) {
    throw new ActionFailure('invalidInput', 'Give --read for every --known: what the reader sends of that card.');
  }
  if (known.length === 0 && endKey === undefined) {
    throw new ActionFailure('invalidInput', 'Say what is to change: --known with --read, or --end-key.');
  }
  const cards = known.map((rfid, index) => ({ rfid, scanned: read[index] ?? '' }));
  return { id: location, readerProfile: await setReader(desk, location, { known: cards, endKey }) };
}
