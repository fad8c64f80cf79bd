import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { messages as de } from './de.ts';
import { messages as en } from './en.ts';

type Messages = { [key: string]: string | Messages };

const english = new Map(flatten(en));
const german = new Map(flatten(de));

describe('English and German', () => {
  it('have the same messages, in the same order', () => {
    expect([...german.keys()]).toEqual([...english.keys()]);
  });

  it.each([...english.keys()])('give %s the same arguments', (key) => {
    expect(argumentsOf(german.get(key) ?? '')).toEqual(argumentsOf(english.get(key) ?? ''));
  });

  it.each([
    ['en', en, english],
    ['de', de, german],
  ] as const)('can write every message: %s', (locale, messages, all) => {
    const onError = (error: Error) => {
      throw error;
    };
    const translate = createTranslator({ locale, messages: messages as Messages, onError, timeZone: 'UTC' });
    for (const [key, message] of all) {
      for (const count of [0, 1, 2]) {
        const values = Object.fromEntries(
          [...argumentsOf(message)].map(([name, type]) => [name, type === 'text' ? 'x' : count]),
        );
        // safe because: the keys come from these messages
        expect(translate(key as never, values as never)).not.toMatch(/[{}#]/);
      }
    }
  });
});

it('write numbers as the language does, with its own mark between thousands', () => {
  const isNumber = /^(count|shown|total|read|max)$/;
  const bare = [...english].filter(([, message]) =>
    [...argumentsOf(message)].some(([name, type]) => isNumber.test(name) && type === 'text'),
  );
  expect(bare.map(([key]) => key)).toEqual([
    // written by the page, which has a share to draw from the same numbers
    'directory.reading',
    // what is typed in that field has no such mark
    'gym.outOfRange',
    'migration.progress.done',
  ]);
});

/** One word for each concept: a gym, a photo, the member system; and the words of gym staff, not of developers. */
const wordsNobodyReads: [locale: string, all: Map<string, string>, words: RegExp][] = [
  ['English', english, /platform|\bclubs?\b|\bstudio|picture|\bimage/i],
  ['German', german, /plattform|\bbüro|\bleitung|anderswo|firmenfitness-netz\b|werden gelesen|wird gelesen/i],
];

it.each(wordsNobodyReads)('nobody reads in %s what is said otherwise elsewhere', (_locale, all, words) => {
  const found = [...all].filter(([, message]) => words.test(message.replaceAll(/\{\w+, (plural|select),/g, '')));
  expect(found).toEqual([]);
});

describe('the arguments of a message', () => {
  it('are found inside the branches of a plural too, where the branches themselves are none', () => {
    const message = '{days, plural, =0 {Ends today} other {Ends in # days, on {day}}} {name}';
    expect(argumentsOf(message)).toEqual(
      new Map([
        ['days', 'plural'],
        ['day', 'text'],
        ['name', 'text'],
      ]),
    );
  });
});

function flatten(messages: Messages, path: string[] = []): [key: string, message: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value] as const] : flatten(value, [...path, key]),
  ) as [string, string][]; // safe because: each entry is a key and a message
}

function argumentsOf(message: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const inside of braces(message)) {
    const [name = '', type = 'text'] = inside.split(',', 2).map((part) => part.trim());
    found.set(name, type);
    for (const branch of braces(inside)) {
      for (const [innerName, innerType] of argumentsOf(branch)) found.set(innerName, innerType);
    }
  }
  return found;
}

/** What stands between each outermost pair of braces. */
function braces(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '{' && depth++ === 0) start = index + 1;
    if (character === '}' && --depth === 0) found.push([...text].slice(start, index).join(''));
  }
  return found;
}
