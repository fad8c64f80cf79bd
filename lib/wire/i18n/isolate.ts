const rightToLeft =
  /[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Samaritan}\p{scx=Mandaic}\p{scx=Adlam}]/u;
const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069'];

/**
 * Isolates right-to-left text within a sentence, so that a time or number next to it keeps its place (Unicode
 * Bidirectional Algorithm, isolates). Other text is returned unchanged.
 */
export const isolated = (text: string): string =>
  rightToLeft.test(text) ? `${firstStrongIsolate}${text}${popIsolate}` : text;

const isolatedValue = (value: unknown) => (typeof value === 'string' ? isolated(value) : value);

type Translate = (...args: unknown[]) => unknown;

const known = new WeakMap<object, unknown>();

/** Wraps a translator so that every text value of a message is isolated. */
export function isolating<T extends object>(translate: T): T {
  const made = known.get(translate);
  if (made) return made as T; // safe because: it was created from this translator
  const proxy = new Proxy(translate, {
    apply: (target, self, [key, values, ...rest]: unknown[]) =>
      // safe because: `apply` is only reached by a call
      Reflect.apply(target as Translate, self, [key, values && isolatedValues(values), ...rest]),
  });
  known.set(translate, proxy);
  return proxy;
}

const isolatedValues = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolatedValue(value)]));
