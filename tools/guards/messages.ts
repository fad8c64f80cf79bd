/** Texts by their keys: those of `office.staff.title` stand one in another. */
type Messages = { readonly [key: string]: string | Messages };

/**
 * Messages that no source reads: a translator of a namespace they stand in, by their key, by a template whose holes are
 * words of some source, or by a variable whose values are.
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

/** A translator, and what else its source says. */
interface Reader {
  namespace: string;
  /** In quotes. */
  texts: ReadonlySet<string>;
  templates: readonly RegExp[];
  /** Whether it is called by a variable, or handed to another source. */
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

/** Whether a source calls a translator by something else than a text, or names it without calling it. */
const isOpenIn = (source: string, name: string): boolean =>
  new RegExp(`(?<![\\w.'])${name}(?:\\.rich)?(?:\\((?!['\`])|(?![\\w.(:?'’]| =))`).test(source);

/** Keys with holes, such as `states.${state}`: each hole is a group. */
const templatesOf = (source: string): RegExp[] =>
  [...source.matchAll(/`((?:[\w.]*\$\{[^`{}]*\})+[\w.]*)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^{}]*\}/))
    .filter((parts) => parts.some((part) => part !== ''))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('([\\w.]+)')}$`));

/** What a variable may hold: texts in quotes, and names of properties. */
const wordsOf = (source: string): string[] =>
  [...source.matchAll(/'([\w.]+)'|(?<![\w.])(\w+)\??:/g)].map(([, text, name]) => text ?? name ?? '');
