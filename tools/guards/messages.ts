/** Nested texts by key, such as `office.staff.title`. */
type Messages = { readonly [key: string]: string | Messages };

/**
 * Messages that no source reads: a translator of their namespace can use them with a literal key, with a template whose
 * placeholders are filled by words of any source, or with a variable that has such values.
 */
export function findUnreadMessages(messages: Messages, sources: readonly string[]): string[] {
  const words = new Set(sources.flatMap(wordsOf));
  const everywhere = sources.flatMap(templatesOf);
  const readers = sources.flatMap(readersOf);
  const fits = (rest: string) => (template: RegExp) => {
    const holes = template.exec(rest)?.slice(1);
    return holes?.every((hole) => hole.split('.').every((word) => words.has(word))) === true;
  };
  return keysOf(messages).filter((key) => {
    const isRead = ({ namespace, texts, templates, isOpen }: Reader) => {
      if (namespace !== '' && !key.startsWith(`${namespace}.`)) return false;
      const rest = namespace === '' ? key : key.slice(namespace.length + 1);
      if (texts.has(rest) || templates.some(fits(rest))) return true;
      return isOpen && (words.has(rest) || everywhere.some(fits(rest)));
    };
    return !readers.some(isRead);
  });
}

/** A translator, and the rest of its source. */
interface Reader {
  namespace: string;
  /** The string literals. */
  texts: ReadonlySet<string>;
  templates: readonly RegExp[];
  /** Whether it is called with a variable, or passed to another source. */
  isOpen: boolean;
}

const keysOf = (messages: Messages, before = ''): string[] =>
  Object.entries(messages).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${before}${key}`] : keysOf(text, `${before}${key}.`),
  );

const translator =
  /(?:(?:const|let) (\w+) = (?:await )?|(\w+): ReturnType<typeof )?(?:use|get)Translations(?:<|\()(?:'([\w.]+)')?/g;

function readersOf(source: string): Reader[] {
  const texts = new Set([...source.matchAll(/'([\w.]+)'/g)].map(([, text = '']) => text));
  const templates = templatesOf(source);
  return [...source.matchAll(translator)].map(([, constant, parameter, namespace = '']) => {
    const name = constant ?? parameter;
    return { namespace, texts, templates, isOpen: name === undefined || isOpenIn(source, name) };
  });
}

/** Whether a source calls a translator with anything but a literal, or passes it on. */
const isOpenIn = (source: string, name: string): boolean =>
  new RegExp(`(?<![\\w.'])${name}(?:\\.rich)?(?:\\((?!['\`])|(?![\\w.(:?'’]| =))`).test(source);

/** Keys with placeholders, such as `states.${state}`: each placeholder is a group. */
const templatesOf = (source: string): RegExp[] =>
  [...source.matchAll(/`((?:[\w.]*\$\{[^`{}]*\})+[\w.]*)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^{}]*\}/))
    .filter((parts) => parts.some((part) => part !== ''))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('([\\w.]+)')}$`));

/** Possible values of a variable: string literals and property names. */
const wordsOf = (source: string): string[] =>
  [...source.matchAll(/'([\w.]+)'|(?<![\w.])(\w+)\??:/g)].map(([, text, name]) => text ?? name ?? '');
