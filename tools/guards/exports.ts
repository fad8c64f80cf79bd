import path from 'node:path';
import { isOfTests } from './source-files.ts';

/** Named exports that no file imports: `file name`. */
export function findUnusedExports(sources: ReadonlyMap<string, string>): string[] {
  const used = readImports(sources);
  return [...sources].flatMap(([file, text]) => {
    const names = used.get(file);
    if (names?.has(everything)) return [];
    return [...new Set(exportsOf(text))].filter((name) => !names?.has(name)).map((name) => `${file} ${name}`);
  });
}

/**
 * Components that no other file of the screens imports, only tests: `file name`. This does not see a condition around the element that
 * keeps it off every page, nor a component that only its own file uses.
 */
export function findUnmountedComponents(sources: ReadonlyMap<string, string>): string[] {
  const screens = [...sources].filter(([file]) => /^(app|components)\//.test(file) && !isOfTests(file));
  return findUnusedExports(new Map(screens)).filter((found) => {
    const [file = '', name = ''] = found.split(' ');
    const has = (pattern: string) => new RegExp(pattern, 'm').test(sources.get(file) ?? '');
    if (!file.endsWith('.tsx') || !/^[A-Z]/.test(name)) return false;
    return has(`^export (?:async )?(?:function|const|class) ${name}\\b`) && !has(`<${name}\\b`);
  });
}

const everything = '*';

function exportsOf(text: string): string[] {
  const declared = [
    ...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm),
  ];
  const destructured = [...text.matchAll(/^export const \{([^}]*)\}/gm)].flatMap(([, list = '']) => namesOf(list, ':'));
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    namesOf(list, ' as '),
  );
  return [...declared.map(([, name = '']) => name), ...destructured, ...listed];
}

/** The names in braces, on the requested side of `as`. */
const namesOf = (list: string, renames: string, side: 0 | -1 = -1): string[] =>
  list
    .split(',')
    .map(
      (part) =>
        part
          .replace(/^\s*type /, '')
          .split(renames)
          .at(side)
          ?.trim() ?? '',
    )
    .filter((name) => name !== '');

function readImports(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const use = (from: string, specifier: string, names: readonly string[]) => {
    const file = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(from), specifier);
    used.set(file, new Set([...(used.get(file) ?? []), ...names]));
  };
  for (const [file, text] of sources) {
    for (const [, list = '', specifier = ''] of text.matchAll(
      /(?:import|export)[\w\s,]*\{([^}]*)\}\s*from '([#.][^']+)'/g,
    )) {
      use(file, specifier, namesOf(list, ' as ', 0));
    }
    // namespace imports, re-exports and dynamic imports use the whole file
    for (const [, specifier = ''] of text.matchAll(/(?:\* as \w+ from|\* from|import\() ?'([#.][^']+)'/g)) {
      use(file, specifier, [everything]);
    }
  }
  return used;
}
