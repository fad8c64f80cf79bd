import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';
import type { Look } from './looks.ts';

type Messages = { [key: string]: string | Messages };

/** The messages of a screen in the language of a look, by part and dotted key; fills in `{name}`. */
export function wordsOf({ locale }: Look) {
  const language = locale.slice(0, 2);
  return (part: string, key: string, values: Record<string, string> = {}): string => {
    const file = path.join(root, 'messages', language, `${part}.json`);
    const messages: Messages = JSON.parse(fs.readFileSync(file, 'utf8'));
    const found = key
      .split('.')
      .reduce<Messages | string | undefined>((at, step) => (typeof at === 'object' ? at[step] : undefined), messages);
    if (typeof found !== 'string') throw new Error(`${part} has no message ${key}.`);
    return found.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}
export type Words = ReturnType<typeof wordsOf>;
